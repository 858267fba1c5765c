import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { projectFiles, root } from '../project-files.ts'

/** All modules of the project in one program, whatever package they belong to. */
export function createProgram(): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), (path) => readFileSync(path, 'utf8'))
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const files = projectFiles(/\.tsx?$/).map(({ path }) => join(root, path))
  return ts.createProgram(files, {
    ...options,
    ...{
      noEmit: true,
      composite: false,
      incremental: false,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
    },
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.webworker.d.ts'],
    jsx: ts.JsxEmit.ReactJSX,
    resolveJsonModule: true,
  })
}
