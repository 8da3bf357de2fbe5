import type { Command } from "commander";

/** What people type, by command: each line with what it is for. */
export const examples: Readonly<Record<string, readonly (readonly [line: string, purpose: string])[]>> = {
  init: [
    ["init", "ask, and write assay.yaml or assay-partner.yaml"],
    [
      "init --url https://api.staging.example --set fixtures.location_id=100",
      "a profile of a provider, without questions",
    ],
    ["init partner --set name=acme claims=[calls]", "a profile of a partner's application"],
  ],
  doctor: [
    ["doctor --target assay.yaml", "is everything there that a run needs?"],
    ["doctor --partner assay-partner.yaml --no-exec", "the same for an application, which is not started"],
  ],
  run: [
    ["run", "judge the embedded sandbox"],
    ["run --target assay.yaml --only INST,CUR-3", "judge one area and one requirement of a provider"],
    [
      "run --target live.yaml --patience 20m --min-judged 80%",
      "wait for what has to age; exit 3 if too little is judged",
    ],
    ["run --target assay.yaml --shard 1/4 --out reports/shard-1", "a quarter of the work"],
  ],
  check: [["check recorded.har", "check recorded traffic against the rules, offline"]],
  report: [
    ["report", "build the reports of assay-report again"],
    ["report shard-1 shard-2 --out assay-report", "join the parts of a run"],
  ],
  replay: [
    ["replay", "repeat what failed in assay-report"],
    ["replay assay-report INST-40", "repeat one requirement"],
  ],
  explain: [["explain INST-4", "what it says, where it comes from, what proves it"]],
  list: [
    ["list requirements CUR", "the requirements of cursors"],
    ["list faults token", "the known faults that have to do with tokens"],
  ],
  completion: [
    ["completion bash >> ~/.bashrc", "complete commands, options and ids in bash"],
    ["completion fish > ~/.config/fish/completions/assay.fish", "the same in fish"],
  ],
  mcp: [["mcp --target assay.yaml", "serve a coding agent over standard input and output"]],
  "baseline record": [["baseline record --target live.yaml", "write assay-baseline.yaml"]],
  "baseline compare": [["baseline compare --target live.yaml --accept accepted.yaml", "what changed since"]],
  sandbox: [
    ["sandbox", "a platform on loopback, with real time"],
    ['sandbox --clock frozen --fault "country codes have three letters"', "one that breaks a promise"],
  ],
  trigger: [
    ["trigger ClientEvent.created --to http://localhost:3000/hooks", "send a webhook to your application"],
    ["trigger freeze --location 100", "the platform freezes an installation"],
  ],
  deliveries: [
    ["deliveries --follow", "what becomes of webhooks, until Ctrl-C"],
    ["deliveries --resend 3", "send a webhook again"],
  ],
  "control check": [["control check --target assay.yaml", "try every call of the control protocol"]],
  mutants: [
    ["mutants --list", "the known faults"],
    ['mutants --fault "country codes have three letters"', "does the suite find it?"],
    ["mutants --sampled 100 --seed 7", "faults that a seed draws: which classes survive?"],
  ],
  certify: [
    ["certify --partner assay-partner.yaml --key keys/assay-private.pem", "certify, and sign with your key"],
    [
      "certify --partner assay-partner.yaml --listen 0.0.0.0:8443 --public-url https://assay.example",
      "an application on another machine",
    ],
  ],
  verify: [["verify assay-report/certificate.json --key keys/assay-public.pem", "is it genuine?"]],
  "certificates revoke": [
    [
      "certificates revoke certificate.json --reason sold --status status.json --key keys/assay-private.pem",
      "for good",
    ],
  ],
  "certificates suspend": [
    [
      "certificates suspend certificate.json --reason outage --status status.json --key keys/assay-private.pem",
      "until it is reinstated",
    ],
  ],
  "certificates reinstate": [
    ["certificates reinstate certificate.json --status status.json --key keys/assay-private.pem", "end its suspension"],
  ],
  "certificates renew": [
    [
      "certificates renew new.json --supersedes old.json --status status.json --key keys/assay-private.pem",
      "one takes the place of another",
    ],
  ],
  "certificates status": [
    [
      "certificates status certificate.json --status status.json --key keys/assay-public.pem",
      "what the list says of it",
    ],
  ],
  keys: [["keys --out keys", "assay-private.pem and assay-public.pem"]],
  "contracts verify": [["contracts verify --pact pacts --target assay.yaml", "replay what consumers rely on"]],
  "contracts check": [["contracts check --pact pacts", "does the specification promise it?"]],
  "contracts publish": [
    [
      "contracts publish --pact pacts --broker https://broker.example --consumer-version 1.2.0",
      "send them to a broker",
    ],
  ],
  serve: [["serve --port 4180", "the console on loopback, with an embedded database"]],
  work: [["work --jobs 8", "judge what waits in its queue, on this machine too"]],
  prune: [["prune --keep 90d", "throw away runs that are older"]],
  spec: [
    ["spec", "the operations and requirements at a glance"],
    ["spec --out api", "every document, schema and requirement as files"],
  ],
  diff: [
    ["diff old.yaml new.yaml", "what breaks, for whom, and where"],
    ["diff main..HEAD specs --markdown", "two revisions of a folder, for a pull request"],
  ],
  impact: [["impact --against new.yaml --pacts contracts/pacts", "which partners does it break?"]],
  matrix: [["matrix old.yaml new.yaml --pacts contracts/pacts", "who holds under which version"]],
  "can-i-deploy": [["can-i-deploy --against new.yaml --pacts contracts/pacts", "one gate"]],
};

/** What commands are for, in the order in which the help of the program shows them. */
export const commandGroups: Readonly<Record<string, readonly string[]>> = {
  "Begin:": ["init", "doctor", "list", "explain", "completion"],
  "Judge a provider:": ["run", "report", "replay", "check", "baseline", "control", "mutants", "mcp"],
  "Certify an application:": ["certify", "verify", "certificates", "keys"],
  "Develop against a platform:": ["sandbox", "trigger", "deliveries"],
  "Change the API:": ["spec", "diff", "impact", "matrix", "can-i-deploy"],
  "Rely on it by contract:": ["contracts"],
  "Serve the console:": ["serve", "work", "prune"],
};

/** What people type first. */
const firstExamples = [
  ["run", "judge the embedded sandbox, to see what a verdict looks like"],
  ["init", "write a profile of your provider, or of your application"],
  ["doctor --target assay.yaml", "is everything there that a run needs?"],
  ["run --target assay.yaml", "judge your provider"],
] as const;

const exampleText = (lines: readonly (readonly [line: string, purpose: string])[]): string =>
  `\nExamples:\n${lines.map(([line, purpose]) => `  $ npx assay ${line}\n    ${purpose}`).join("\n")}`;

/** Adds to the help of each command what people type, and puts the commands into groups. */
export function addExamples(program: Command): void {
  program.addHelpText("after", exampleText(firstExamples)).commandsGroup("Begin:").helpCommand(true);
  const order = Object.values(commandGroups).flat();
  (program.commands as Command[]).sort((a, b) => order.indexOf(a.name()) - order.indexOf(b.name()));
  for (const [heading, names] of Object.entries(commandGroups))
    for (const command of program.commands.filter((each) => names.includes(each.name()))) command.helpGroup(heading);
  for (const { command, path } of leavesOf(program)) {
    const own = examples[path] ?? [];
    if (own.length > 0) command.addHelpText("after", () => exampleText(own));
  }
}

/** The commands that do something, with their whole names. */
export const leavesOf = (command: Command, above: readonly string[] = []): { command: Command; path: string }[] =>
  command.commands.flatMap((inner) => {
    const names = [...above, inner.name()];
    return inner.commands.length > 0 ? leavesOf(inner, names) : [{ command: inner, path: names.join(" ") }];
  });
