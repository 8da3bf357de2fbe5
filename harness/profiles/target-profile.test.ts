import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../base/errors.ts";
import { loadTargetProfile } from "./target-profile.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-profile-"));
const file = join(folder, "target.yaml");
const load = (text: string, environment: Record<string, string> = {}) => {
  writeFileSync(file, text);
  return loadTargetProfile(file, environment);
};
const mistake = (text: string, environment?: Record<string, string>): string => {
  try {
    load(text, environment);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message.replaceAll(file, "target.yaml");
  }
  return "";
};

describe("a target profile", () => {
  test("takes values from the environment, and numbers as numbers", () => {
    const text =
      "urls: { base_url: 'http://${HOST}/api/v1' }\ncredentials: { partner_token: '${TOKEN}' }\nfixtures: { location_id: '${LOCATION}' }\n";
    const profile = load(text, { HOST: "h:1", TOKEN: "0123", LOCATION: "100" });
    expect(profile.urls?.base_url).toBe("http://h:1/api/v1");
    expect(profile.credentials?.partner_token).toBe("0123");
    expect(profile.fixtures?.location_id).toBe(100);
  });

  test("is called after its file when it has no name", () => {
    expect(load("control: { url: http://127.0.0.1:1/control }").name).toBe("target.yaml");
  });

  test("may give null for what it lacks", () => {
    const profile = load(
      "urls: { base_url: http://h }\ncredentials: { v3_token: null }\nwebhooks: { public_url: null }",
    );
    expect(profile.credentials).toEqual({});
  });

  test("may carry notes under keys that begin with x-", () => {
    expect(load("x-owner: team\nurls: { base_url: http://h }").urls?.base_url).toBe("http://h");
  });

  const mistakes: [what: string, text: string, line: string][] = [
    [
      "an unknown key",
      "urls: { base_url: http://h }\ncredential: {}",
      "target.yaml:2: credential: this key is unknown; did you mean credentials?",
    ],
    [
      "a misspelt fixture",
      "urls: { base_url: http://h }\nfixtures:\n  locationid: 1",
      "target.yaml:3: fixtures.locationid: this key is unknown; did you mean location_id?",
    ],
    [
      "an address without a scheme",
      "urls:\n  base_url: api.example.com",
      'target.yaml:2: urls.base_url: found the string "api.example.com", expected an http or https address; write it in full, such as https://api.example.com/api/v1',
    ],
    [
      "an id that is text",
      "urls: { base_url: http://h }\nfixtures: { location_id: main }",
      'target.yaml:2: fixtures.location_id: found the string "main", expected a whole number; write the id as a number',
    ],
    [
      "a token that is a number",
      "urls: { base_url: http://h }\ncredentials:\n  partner_token: 12",
      "target.yaml:3: credentials.partner_token: found a number, expected a token of printable characters; write the token alone, without Bearer, in quotes; or ${NAME} to read it from the environment",
    ],
    ...(
      [
        ["a space", "'Bearer x'", "a space"],
        ["a line end", '"x\\n"', "a line end"],
        ["a letter of another script", "xé", "a character that is not printable ASCII"],
      ] as const
    ).map(([what, token, found]): [string, string, string] => [
      `a token with ${what}`,
      `urls: { base_url: http://h }\ncredentials:\n  partner_token: ${token}`,
      `target.yaml:3: credentials.partner_token: found a string with ${found}, expected a token of printable characters; write the token alone, without Bearer, in quotes; or \${NAME} to read it from the environment`,
    ]),
    [
      "a switch that is not a boolean",
      "urls: { base_url: http://h }\nallow: { mutations: maybe }",
      'target.yaml:2: allow.mutations: found the string "maybe", expected a boolean; write true or false',
    ],
    [
      "a variable that is not set",
      "urls: { base_url: http://h }\ncredentials:\n  partner_token: ${PARTNER_TOKEN}",
      "target.yaml:3: credentials.partner_token: the environment variable PARTNER_TOKEN is not set; set it, or write the value in its place",
    ],
    [
      "nothing to talk to",
      "name: x",
      "target.yaml:1: urls: it is missing; give the addresses, or a control whose capabilities include reset",
    ],
    [
      "a control without its address",
      "control: { token: t }",
      "target.yaml:1: control.url: it is missing; give the url, and the token, of the control protocol, or an adapter",
    ],
    [
      "an adapter that is not there",
      "control: { adapter: ./no.mjs }",
      "target.yaml:1: control.adapter: there is no file ./no.mjs beside the profile; fix the path",
    ],
    [
      "an adapter and an address",
      "control: { adapter: ./target.yaml, url: http://h }",
      'target.yaml:1: control.url: found the string "http://h", expected nothing; give an adapter, or a url, not both',
    ],
    [
      "a file that is not there",
      "urls: { base_url: http://h }\ntls: { ca_file: ./no.pem }",
      "target.yaml:2: tls.ca_file: there is no file ./no.pem beside the profile; fix the path",
    ],
    [
      "a file of certificates that holds none",
      "urls: { base_url: http://h }\ntls: { ca_file: ./target.yaml }",
      "target.yaml:2: tls.ca_file: ./target.yaml holds no certificate; give the authority's, as PEM",
    ],
    [
      "one Location for two",
      "urls: { base_url: http://h }\nfixtures: { location_id: 7, second_location_id: 7 }",
      "target.yaml:2: fixtures.second_location_id: it is the same as location_id; give another, or leave it out",
    ],
    [
      "one user for two",
      "urls: { base_url: http://h }\ncredentials:\n  owner_user_token: tok\n  limited_user_token: tok",
      "target.yaml:4: credentials.limited_user_token: it is the same as owner_user_token; give another, or leave it out",
    ],
    [
      "a pace of nothing",
      "urls: { base_url: http://h }\npace: { per_second: 0 }",
      "target.yaml:2: pace.per_second: found the number 0, expected a number above 0; write the number of requests allowed in a second",
    ],
    [
      "a list",
      "- a\n- b",
      "target.yaml:1: found an array of 2, expected an object; give urls, or a control whose capabilities include reset",
    ],
    [
      "an empty file",
      "",
      "target.yaml:1: found null, expected an object; give urls, or a control whose capabilities include reset",
    ],
  ];
  test.each(mistakes)("with %s is refused in one line that names the file, the key and what to do", (_, text, line) => {
    expect(mistake(text)).toBe(line);
  });

  test("with several mistakes reports them all at once, a line each, in the order of the file", () => {
    const text = [
      "urls: { base_url: '${API}', app_url: app.example }",
      "control: { token: t }",
      "credentials: { partner_token: '${PARTNER-TOKEN}', v3_token: 7 }",
      "fixtures: { locationid: 1 }",
      "tls: { ca_file: ./no.pem }",
      "webhooks: { listen: here, public_url: there }",
      "provoke:",
      "  ClientEvent.created: { url: 'http://h/{locaton_id}', headers: { x: '{salon}' }, body: { at: '{now}', to: '{client}', note: 'Hi {client}' } }",
      "  ClientEvent.updated: { command: \"awk '{print}' ${FILE:-x} {location_id}\" }",
      "  ClientEvent.deleted: { url: http://h, command: x }",
    ].join("\n");
    expect(mistake(text).split("\n")).toEqual([
      "target.yaml:1: urls.base_url: the environment variable API is not set; set it, or write the value in its place",
      'target.yaml:1: urls.app_url: found the string "app.example", expected an http or https address; write it in full, such as https://api.example.com/api/v1',
      "target.yaml:2: control.url: it is missing; give the url, and the token, of the control protocol, or an adapter",
      "target.yaml:3: credentials.partner_token: a ${…} in it names no variable; write ${NAME}, with letters, digits and _",
      "target.yaml:3: credentials.v3_token: found a number, expected a token of printable characters; write the token alone, without Bearer, in quotes; or ${NAME} to read it from the environment",
      "target.yaml:4: fixtures.locationid: this key is unknown; did you mean location_id?",
      "target.yaml:5: tls.ca_file: there is no file ./no.pem beside the profile; fix the path",
      'target.yaml:6: webhooks.listen: found the string "here", expected a host and port; write host:port, such as 127.0.0.1:0',
      'target.yaml:6: webhooks.public_url: found the string "there", expected an http or https address, or null; write the address at which the target reaches the receiver, or null',
      "target.yaml:8: provoke.ClientEvent.created.url: nothing is put in for {locaton_id}; did you mean {location_id}?",
      "target.yaml:8: provoke.ClientEvent.created.headers.x: nothing is put in for {salon}; placeholders are {location_id}, {now}",
      "target.yaml:8: provoke.ClientEvent.created.body.to: nothing is put in for {client}; placeholders are {location_id}, {now}",
      "target.yaml:10: provoke.ClientEvent.deleted: found an object, expected a request or a command, not both; give url (with method, headers and body), or command",
    ]);
  });

  test("that is not YAML is refused with the line", () => {
    expect(mistake("name: x\nurls: { base_url: http://h")).toMatch(/^target\.yaml:\d: this is not YAML: /);
  });

  test("that does not exist is refused", () => {
    expect(() => loadTargetProfile(join(folder, "none.yaml"))).toThrow(
      "none.yaml: there is no such file; give the path of a target profile",
    );
    expect(() => loadTargetProfile(folder)).toThrow("this is a folder");
  });
});
