import ts from 'typescript'
import { root } from '../project-files.ts'

/** The SDK's main entry, and those that need a peer. */
export const sdkEntries = {
  '@drawbridge/host-sdk': `${root}host-sdk/src/index.ts`,
  '@drawbridge/host-sdk/viem': `${root}host-sdk/src/entries/viem.ts`,
  '@drawbridge/host-sdk/polkadot': `${root}host-sdk/src/entries/polkadot.ts`,
  '@drawbridge/host-sdk/polkadot-js': `${root}host-sdk/src/entries/polkadot-js.ts`,
  '@drawbridge/host-sdk/react': `${root}host-sdk/src/entries/react.ts`,
} as const

/** Reads the options that every workspace of the project shares. */
function baseOptions(): ts.CompilerOptions {
  const path = `${root}tsconfig.base.json`
  const config: unknown = ts.readConfigFile(path, ts.sys.readFile).config
  return ts.parseJsonConfigFileContent(config, ts.sys, root, undefined, path).options
}

/**
 * A program of the SDK's sources and of further files, which exist only in memory. Imports of the SDK by its package name
 * resolve to its sources, so that no build is needed.
 */
export function docsProgram(memoryFiles: ReadonlyMap<string, string> = new Map()): ts.Program {
  const options: ts.CompilerOptions = {
    ...baseOptions(),
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
    noUnusedLocals: false,
    noUnusedParameters: false,
    types: ['node'],
    paths: Object.fromEntries(Object.entries(sdkEntries).map(([name, file]) => [name, [file]])),
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (name) => memoryFiles.has(name) || fileExists(name)
  host.readFile = (name) => memoryFiles.get(name) ?? readFile(name)
  host.getSourceFile = (name, languageVersion, ...others) => {
    const text = memoryFiles.get(name)
    return text === undefined
      ? getSourceFile(name, languageVersion, ...others)
      : ts.createSourceFile(name, text, languageVersion, true)
  }
  return ts.createProgram([sdkEntries['@drawbridge/host-sdk'], ...memoryFiles.keys()], options, host)
}
