import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import ts from 'typescript'
import * as z from '#shared/zod.ts'
import { root } from '../project-files.ts'

const packageShape = z.object({
  name: z.string(),
  exports: z.record(z.string(), z.union([z.string(), z.object({ types: z.string() })])),
})

/** An entry of the packed SDK: its import specifier, and its declaration file. */
export type TypedEntry = { readonly specifier: string; readonly file: string }

/** The SDK's entries with types. @throws Error if its `package.json` has another shape. */
export function typedEntries(): readonly TypedEntry[] {
  const folder = `${root}host-sdk`
  const { name, exports } = z.parse(packageShape, JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')))
  return Object.entries(exports).flatMap(([entry, target]) =>
    typeof target === 'string'
      ? []
      : [{ specifier: `${name}${entry.slice(1)}`, file: resolve(folder, target.types) }],
  )
}

/** Resolves the package's own declarations and those of zod, which infer types from schemas; other packages are ignored. */
function resolvedFile(
  name: string,
  from: string,
  options: ts.CompilerOptions,
): ts.ResolvedModuleFull | undefined {
  if (/^zod\b/.test(name) || /\/node_modules\//.test(from))
    return ts.resolveModuleName(name, from, options, ts.sys).resolvedModule
  if (!name.startsWith('.')) return undefined
  const file = resolve(dirname(from), name.replace(/\.tsx?$/, '.d.ts'))
  return { resolvedFileName: file, extension: ts.Extension.Dts, isExternalLibraryImport: false }
}

/** The type-checked declarations of the entries. @throws Error if the SDK is not built. */
export function readPackedTypes(entries: readonly TypedEntry[]): ts.Program {
  const options: ts.CompilerOptions = {
    lib: ['lib.es2022.d.ts'],
    types: [],
    noEmit: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const host = ts.createCompilerHost(options)
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => ({ resolvedModule: resolvedFile(text, from, options) }))
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    options,
    host,
  )
  for (const { file } of entries)
    if (program.getSourceFile(file) === undefined)
      throw new Error(`The SDK's types are not built: ${file} is missing. Run npm run build:sdk`)
  return program
}

/** The exports of an entry, by name, with aliases resolved. */
export function exportsOf(program: ts.Program, { file }: TypedEntry): ReadonlyMap<string, ts.Symbol> {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  const exported = module ? checker.getExportsOfModule(module) : []
  return new Map(
    exported
      .map((symbol) => [symbol.name, resolveAlias(checker, symbol)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** The symbol behind an import or an export. */
export const resolveAlias = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol =>
  (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)
