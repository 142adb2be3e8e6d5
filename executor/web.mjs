// Runs a program that was compiled for wasm32-unknown-unknown: `node executor/web.mjs PROGRAM.wasm`.
// The exit code is that of the program. It has no output, no files and no threads, as on the web.

import { readFileSync } from "node:fs";

const [path] = process.argv.slice(2);
const program = new WebAssembly.Module(readFileSync(path));

// The program asks for the clock only. The other imports handle JavaScript objects, of which
// it needs only that there are some.
const imports = {};
for (const { module, name } of WebAssembly.Module.imports(program)) {
  imports[module] ??= {};
  imports[module][name] = name.includes("_now_") ? () => performance.now() : () => 0;
}
const { exports } = new WebAssembly.Instance(program, imports);
process.exitCode = exports.main(0, 0);
