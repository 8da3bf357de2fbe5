import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";

describe("the lock file", () => {
  interface Locked {
    version: string;
    optionalDependencies?: Record<string, string>;
    resolved?: string;
    hasInstallScript?: boolean;
  }
  const { packages } = JSON.parse(readFileSync(packageFile("package-lock.json"), "utf8")) as {
    packages: Record<string, Locked>;
  };

  test("holds the linux x64 and arm64 binaries of every native package", () => {
    const lacking = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) => {
      const names = Object.keys(optionalDependencies);
      const wanted = names.filter((name) => /linux-(x64|arm64)(-gnu|-glibc)?$/.test(name));
      const platforms = new Set(wanted.map((name) => /x64|arm64/.exec(name)?.[0]));
      const isNative = names.some((name) => /(linux|darwin|win32)/.test(name));
      return [
        ...wanted.filter((name) => !packages[`node_modules/${name}`]).map((name) => `${path} lacks ${name}`),
        ...(isNative && platforms.size < 2 ? [`${path} names no binary for both`] : []),
      ];
    });
    expect(lacking).toEqual([]);
  });

  test("names no registry, and no package with an install script", () => {
    const scripted = Object.entries(packages).filter(
      ([, locked]) => locked.hasInstallScript || locked.resolved?.startsWith("http"),
    );
    expect(scripted.map(([path]) => path)).toEqual([]);
  });
});

test("every dependency has an exact version", () => {
  const manifest = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as Record<
    string,
    Record<string, string>
  >;
  const versions = Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
  });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
