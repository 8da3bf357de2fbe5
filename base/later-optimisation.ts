/**
 * V8's flag to compile code for speed later than usual. Programs here run for some seconds, and most of their code a few times: what Node 20 spends on
 * compiling early is a sixth of their time. Later versions compile in smaller steps, and do not know the flag.
 */
export const laterOptimisation: readonly string[] = process.versions.v8.startsWith("11.")
  ? ["--interrupt-budget=500000"]
  : [];
