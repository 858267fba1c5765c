import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'
import { root } from '../project-files.ts'
import { releaseDefine } from '../release-version.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Modules that are read as doubles which note what they are given, by the path from the root. */
const doubles: Readonly<Record<string, string>> = {
  'shared/wire-schema.ts': here('./described-wires.ts'),
  'shared/api/lenient-list.ts': here('./described-lists.ts'),
  'widget-app/src/lib/storage.ts': here('./described-storage.ts'),
}

/** Gives every module but the doubles themselves the double of a module. */
const noting: Plugin = {
  name: 'noting',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (importer === undefined || Object.values(doubles).includes(importer)) return null
    const resolved = await this.resolve(source, importer, { skipSelf: true })
    return resolved === null ? null : (doubles[resolved.id.slice(root.length)] ?? resolved)
  },
}

/**
 * Evaluates a module of this folder, with all that it imports of the project: the schemas, keys and texts themselves. Wires and
 * stored atoms note what they were made with.
 * @throws what a module throws when it is evaluated.
 */
export async function loadSources<Exports>(file: string): Promise<Exports> {
  const { module } = await runnerImport<Exports>(here(file), {
    root,
    configFile: false,
    logLevel: 'error',
    define: releaseDefine,
    plugins: [noting],
  })
  return module
}
