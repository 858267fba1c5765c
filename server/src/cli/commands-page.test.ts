import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createTestCli } from './testing/test-cli.ts'

it('docs/commands.md › lists exactly the commands of help', async () => {
  const page = readFileSync(new URL('../../../docs/commands.md', import.meta.url), 'utf8')
  const { out } = await createTestCli('/').execute('help')
  const listed = [...out.matchAll(/^ {2}(\S.*?) {2,}\S/gm)].map(([, usage]) => usage)
  const [table = ''] = page.split('## Backup')
  const documented = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, usage]) => usage?.replaceAll('\\|', '|'))
  expect(documented.toSorted()).toEqual(listed.toSorted())
})
