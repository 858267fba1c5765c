import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as z from '#shared/zod.ts'
import { root } from '../project-files.ts'

const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')

const published = z.object({
  name: z.string().check(z.startsWith('@drawbridge/')),
  description: z.string(),
  license: z.literal('MIT'),
  repository: z.object({ url: z.string().check(z.startsWith('git+https://')), directory: z.string() }),
  homepage: z.url(),
  bugs: z.object({ url: z.url() }),
  keywords: z.array(z.string()).check(z.minLength(3)),
  engines: z.object({ node: z.string() }),
  publishConfig: z.object({ access: z.literal('public') }),
})

it.each([['host-sdk'], ['server']])('package › %s › registry metadata, and the licence', (folder) => {
  const manifest = z.parse(published, JSON.parse(read(`${folder}/package.json`)))
  expect(manifest.repository.directory).toBe(folder)
  expect(read(`${folder}/LICENSE`)).toBe(read('LICENSE'))
})

it("package › host-sdk › dependency ranges equal the lockfile's", () => {
  const ranges = z.record(z.string(), z.string().check(z.startsWith('^')))
  const sdk = z.object({ dependencies: ranges })
  const lock = z.object({ packages: z.object({ 'host-sdk': sdk }) })
  const { dependencies } = z.parse(sdk, JSON.parse(read('host-sdk/package.json')))
  expect(z.parse(lock, JSON.parse(read('package-lock.json'))).packages['host-sdk'].dependencies).toEqual(
    dependencies,
  )
})

it('package › host-sdk › types first in each export, script tag a side effect', () => {
  const sdk = z.object({
    sideEffects: z.array(z.string()),
    exports: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
  })
  const { exports, sideEffects } = z.parse(sdk, JSON.parse(read('host-sdk/package.json')))
  const conditions = Object.values(exports).filter((entry) => typeof entry !== 'string')
  expect(conditions.map((entry) => Object.keys(entry))).toEqual(conditions.map(() => ['types', 'default']))
  expect(sideEffects).toEqual(['./dist/drawbridge.js'])
})
