import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'
import { root } from '../project-files.ts'
import { releaseDefine } from '../release/release-version.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Modules that are replaced by doubles which record their arguments, by the path from the root. */
const doubles: Readonly<Record<string, string>> = {
  'shared/wire-schema.ts': here('./described-wires.ts'),
  'shared/api/lenient-list.ts': here('./described-lists.ts'),
  'widget-app/src/lib/storage.ts': here('./described-storage.ts'),
}

/** Resolves the double of a module in every module except the doubles themselves. */
const useDoubles: Plugin = {
  name: 'noting',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (importer === undefined || Object.values(doubles).includes(importer)) return null
    const resolved = await this.resolve(source, importer, { skipSelf: true })
    return resolved === null ? null : (doubles[resolved.id.slice(root.length)] ?? resolved)
  },
}

/**
 * Evaluates a module of this folder, with its imports of the project: the schemas, keys and texts themselves. Wire schemas
 * and stored atoms record their arguments.
 * @throws what a module throws during evaluation.
 */
export async function loadSources<Exports>(file: string): Promise<Exports> {
  const { module } = await runnerImport<Exports>(here(file), {
    root,
    configFile: false,
    logLevel: 'error',
    define: releaseDefine,
    plugins: [useDoubles],
  })
  return module
}
