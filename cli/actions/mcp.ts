import { requirePackages } from "../../base/optional-packages.ts";
import { packageManifest } from "../../base/package-manifest.ts";
import type { Program } from "../io/action.ts";
import { exits } from "../io/exits.ts";
import type { Io } from "../io/io.ts";
import { openTargetProfile } from "../profiles/profiles.ts";

export interface McpOptions {
  target?: string;
  out: string;
  allowChanges?: true;
}

/** Serves a coding agent by the Model Context Protocol, over standard input and output. */
export async function mcp(program: Program, options: McpOptions, io: Io): Promise<number> {
  const { target, out, allowChanges = false } = options;
  requirePackages(["assay mcp"]);
  // A profile that cannot be used is reported now, where a person sees it, and not to an agent.
  if (target !== undefined) openTargetProfile(target, { ...io, isReadOnly: !allowChanges });
  const { version } = packageManifest();
  const { serveAgent } = await import("../mcp/serve.ts");
  await serveAgent(program, { version, target, out, mayChange: allowChanges }, io);
  return exits.fine;
}
