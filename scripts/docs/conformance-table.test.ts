import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as z from '#shared/zod.ts'
import { rows } from '../../e2e/conformance/table.ts'
import { root } from '../project-files.ts'
import { conformanceTable, testDappsTable } from './conformance-table.ts'

const workspace = z.object({ devDependencies: z.record(z.string(), z.string()) })
const { devDependencies } = z.parse(
  workspace,
  JSON.parse(readFileSync(`${root}/e2e/conformance/package.json`, 'utf8')),
)

// The formatter pads the columns.
const plain = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-')

it('compatibility page › table of libraries › equals the tested ones and versions', () => {
  expect(plain(readFileSync(`${root}/docs/compatibility.md`, 'utf8'))).toContain(
    `${plain(conformanceTable(devDependencies))}\n`,
  )
})

it('published test dApps › README › lists the actions of the browser tests', () => {
  const readme = readFileSync(`${root}/e2e/conformance/README.md`, 'utf8')
  expect(plain(readme)).toContain(`${plain(testDappsTable(devDependencies))}\n`)
})

it('libraries of the table › from npm, in one exact version', () => {
  const versions = rows.map(({ library }) => devDependencies[library])
  expect(versions).toEqual(versions.map(() => expect.stringMatching(/^\d+\.\d+\.\d+$/)))
})
