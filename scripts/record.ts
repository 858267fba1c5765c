/**
 * `npm run record`: writes `docs/record`, the interfaces that renames and moves must not change. With `-- --check` it writes
 * nothing, prints each difference as one sentence, and fails if there is one. `-- --source` selects the parts that need no
 * build, `-- --built` those that do; CONTRIBUTING.md states when to update it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { report, root } from './project-files.ts'
import { type Part, recordParts } from './record/parts.ts'

const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    source: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
  },
})
const folder = `${root}docs/record`
const isSelected = ({ isBuilt }: Part) => options.source === options.built || isBuilt === options.built
const selectedParts = recordParts.filter(isSelected)

async function differencesOf({ file, read, compare }: Part): Promise<readonly string[]> {
  const path = `${folder}/${file}`
  if (!existsSync(path)) return [`docs/record/${file} is missing.`]
  return compare(readFileSync(path, 'utf8'), await read()).map(
    (sentence) => `docs/record/${file}: ${sentence}`,
  )
}

if (options.check) {
  const all: string[] = []
  for (const part of selectedParts) all.push(...(await differencesOf(part)))
  const hint =
    all.length > 0 ? ['Where a difference is meant, renew the record: npm run build && npm run record'] : []
  report([...all, ...hint], `Record: ${selectedParts.length} parts are as they were`)
} else {
  mkdirSync(folder, { recursive: true })
  for (const part of selectedParts) writeFileSync(`${folder}/${part.file}`, await part.read())
  console.log(`${selectedParts.length} parts in docs/record`)
}
