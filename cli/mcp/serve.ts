import { Readable, Writable } from "node:stream";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { UsageError } from "../../base/errors.ts";
import { complaintsOf } from "../../base/formats/format-check.ts";
import { paintFor } from "../../base/paint.ts";
import type { Program } from "../io/action.ts";
import type { Io, Output } from "../io/io.ts";
import { type AgentTool, agentTools, type ToolInput } from "./tools.ts";

/** The interval at which someone who waits for a tool learns that it is at work, in milliseconds. */
const heartbeat = 5_000;

export interface AgentServerOptions {
  version: string;
  target: string | undefined;
  out: string;
  /** True if tools may change the target, or only read. */
  mayChange: boolean;
}

/** Serves agents over the streams of a program, until no one listens any more. */
export async function serveAgent(program: Program, options: AgentServerOptions, io: Io): Promise<void> {
  const server = new McpServer(
    { name: "assay", version: options.version },
    { capabilities: { tools: {} }, instructions: instructionsFor(options) },
  );
  let busy: string | undefined;
  server.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: describeTools(options) }));
  server.server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const { name, arguments: input = {}, _meta: meta } = params;
    const tool = Object.hasOwn(agentTools, name) ? agentTools[name] : undefined;
    if (!tool) return refusal(`there is no tool ${name}; tools are ${Object.keys(agentTools).join(", ")}`);
    if (tool.isActive && busy) return refusal(`${busy} is under way, and has the target to itself; wait until it ends`);
    const mistake = mistakeIn(tool, input);
    if (mistake) return refusal(mistake);
    if (tool.isActive) busy = name;
    const progressToken = meta?.progressToken;
    const stop = everySoOften((progress) => {
      if (progressToken === undefined) return;
      const notice = { progressToken, progress, message: `${name} is at work for ${progress} s` };
      void sendNotification({ method: "notifications/progress", params: notice });
    });
    try {
      const command = (args: readonly string[]) => runQuietly(program, args, { ...options, signal, io });
      return answer(await tool.use(input, { target: options.target, out: options.out, command }));
    } catch (error) {
      if (error instanceof UsageError) return refusal(error.message);
      throw error;
    } finally {
      stop();
      if (tool.isActive) busy = undefined;
    }
  });
  const over = new Promise<void>((end) => {
    io.stdin.once("end", end).once("close", end);
    io.onInterrupt(end);
  });
  await server.connect(new StdioServerTransport(io.stdin as Readable, io.stdout as Writable));
  await over;
  await server.close();
}

const describeTools = ({ mayChange }: AgentServerOptions) =>
  Object.entries(agentTools).map(([name, { title, description, isActive, inputSchema }]) => ({
    name,
    title,
    description,
    inputSchema,
    annotations: { title, readOnlyHint: !isActive || !mayChange, openWorldHint: isActive },
  }));

/** Reports again and again how many seconds have passed, until it is stopped. */
function everySoOften(report: (seconds: number) => void): () => void {
  const began = performance.now();
  const timer = setInterval(() => report(Math.round((performance.now() - began) / 1000)), heartbeat);
  return () => clearInterval(timer);
}

const instructionsFor = ({ target, mayChange }: AgentServerOptions): string =>
  [
    `assay judges ${target ? `the provider that ${target} describes` : "its embedded sandbox, a provider that obeys the specification"}.`,
    "Use run, fix the provider by what it says failed (read_results with an id shows the steps and the evidence), then replay, until nothing fails.",
    mayChange
      ? "Runs may change the target."
      : "Runs only read: nothing is installed, reset or seeded, so less is judged; a person may allow more with assay mcp --allow-changes.",
  ].join(" ");

const answer = (value: unknown): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(value, null, 2) }],
  structuredContent: value as Record<string, unknown>,
});

const refusal = (why: string): CallToolResult => ({ content: [{ type: "text", text: why }], isError: true });

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false });

function mistakeIn({ inputSchema }: AgentTool, input: ToolInput): string | undefined {
  const check = ajv.compile(inputSchema);
  if (check(input)) return undefined;
  return complaintsOf(check.errors ?? [])
    .map(({ path, what }) => [...path, what].join(": "))
    .join("\n");
}

/** Runs a command; returns what it printed, and throws what it complained of where it could not run. */
async function runQuietly(
  program: Program,
  args: readonly string[],
  { signal, mayChange, io }: { signal: AbortSignal; mayChange: boolean; io: Io },
): Promise<string> {
  const printed = { stdout: "", stderr: "" };
  const into = (stream: keyof typeof printed): Output =>
    new Writable({
      decodeStrings: false,
      write(chunk: string | Buffer, _, done) {
        printed[stream] += String(chunk);
        done();
      },
    });
  const stdout = into("stdout");
  const code = await program(args, {
    ...io,
    stdin: Readable.from([]),
    stdout,
    stderr: into("stderr"),
    paint: paintFor(stdout, {}),
    isReadOnly: !mayChange,
    isExecRefused: io.isExecRefused || !mayChange,
    onInterrupt(listener) {
      signal.addEventListener("abort", listener);
      return () => signal.removeEventListener("abort", listener);
    },
  });
  const complaint = printed.stderr.replace(/^assay: /gm, "").trim();
  if (signal.aborted) throw new UsageError("it was cancelled");
  // Exit code 2 is no judgement.
  if (code === 2) throw new UsageError(complaint || "it could not run");
  return printed.stdout;
}
