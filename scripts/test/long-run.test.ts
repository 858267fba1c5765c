import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { chooseSeed, formatLongRunRow, parsePart, stepsOfPart } from './long-run.ts'

const source = readFileSync(new URL('../test.ts', import.meta.url), 'utf8')
const page = readFileSync(new URL('../../docs/long-run.md', import.meta.url), 'utf8')
const names = [...source.matchAll(/(?:vitest|playwright)\('([\w-]+)'|name: '([\w-]+)'/g)].flatMap(
  ([, runner, step]) => runner ?? step ?? [],
)
const parts = ['unit', 'chains', 'mutation', 'endurance', 'browser'] as const

it('every step of a run › in exactly one part, except the build', () => {
  expect(names.length).toBeGreaterThan(10)
  const stages = [[names.map((name) => ({ name }))]]
  const taken = parts.flatMap((part) => stepsOfPart(stages, part).flat(2)).map(({ name }) => name)
  expect(taken.filter((name) => name === 'build')).toHaveLength(parts.length)
  expect(taken.filter((name) => name !== 'build').toSorted()).toEqual(
    names.filter((name) => name !== 'build').toSorted(),
  )
})

it('part › stages and lanes in order', () => {
  const step = (name: string) => ({ name })
  const stages = [[[step('build')]], [[step('chains')], [step('unit')], [step('relay')]], [[step('e2e')]]]
  expect(stepsOfPart(stages, 'chains')).toEqual([[[step('build')]], [[step('chains')], [step('relay')]]])
})

it('name of a part › parsed; another name throws', () => {
  expect([parsePart(undefined), parsePart('chains')]).toEqual([undefined, 'chains'])
  expect(() => parsePart('chain')).toThrow('its parts are unit, chains, mutation, endurance, browser')
})

it('seed › of the environment, else a new one', () => {
  expect(chooseSeed({ DRAWBRIDGE_SEED: '7' })).toBe('7')
  expect(chooseSeed({})).toMatch(/^\d{1,6}$/)
})

it('line of a run › a row of the page’s table', () => {
  const startedAtMs = Date.parse('2026-11-28T10:00:00Z')
  const run = { part: 'chains', seed: '7', startedAtMs, passed: 3, skipped: 1, failures: ['a'] } as const
  const line = formatLongRunRow(run, startedAtMs + 31 * 60_000, 'abcdef0123')
  expect(line).toBe('| 2026-11-28 | `abcdef0123` | chains | 7 | 31 min | 3 passed, 1 failed, 1 skipped |')
  const header = /^\| date .*\|$/m.exec(page)?.[0] ?? ''
  expect(header.split('|')).toHaveLength(line.split('|').length)
  for (const part of parts) expect(page).toContain(`npm run test:long -- ${part}`)
})
