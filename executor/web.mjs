// Runs a program that was compiled for wasm32-unknown-unknown: `node executor/web.mjs PROGRAM.wasm`.
// The exit code is that of the program. It has no output, no files and no threads, as on the web.

import { readFileSync } from "node:fs";

const [path] = process.argv.slice(2);
const program = new WebAssembly.Module(readFileSync(path));

// The program asks for the clock only. The other imports are for JavaScript objects; the program
// needs only that there are some, which it knows by numbers.
const OBJECT = 2000;
function substitute(name) {
  if (name.includes("_now_")) return () => performance.now();
  if (name.includes("is_undefined")) return () => 0;
  if (name.includes("throw")) return () => { throw new Error(`the program called ${name}`); };
  return () => OBJECT;
}

const imports = {};
for (const { module, name } of WebAssembly.Module.imports(program)) {
  imports[module] ??= {};
  imports[module][name] = substitute(name);
}
const { exports } = new WebAssembly.Instance(program, imports);
process.exitCode = exports.main(0, 0);
