import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mutations } from './breakages.ts'
import { root } from './project-files.ts'

describe('breakages', () => {
  it('behavior: there are at least fifteen', () => {
    expect(mutations.length).toBeGreaterThanOrEqual(15)
  })

  it('behavior: tests of screens run in a page, others do not: elsewhere they would prove nothing', () => {
    const astray = mutations.filter(({ tests, project = 'unit' }) =>
      tests.some((test) => /\.tsx$|\.dom\.test\.ts$/.test(test) !== (project === 'ui')),
    )
    expect(astray.map(({ rule }) => rule)).toEqual([])
  })

  it.each(mutations.map((breakage) => [breakage.rule, breakage] as const))(
    'behavior: the line of “%s” stands once in its file',
    (_, { file, find }) => {
      expect(readFileSync(`${root}/${file}`, 'utf8').split(find)).toHaveLength(2)
    },
  )
})
