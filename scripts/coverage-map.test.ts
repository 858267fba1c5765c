import { describe, expect, it } from 'vitest'
import { coverageProblems, readCoverage } from './coverage-map.ts'
import { titlesOf } from './test-titles.ts'

const tests = [
  `
  test('behavior: it\\'s here', () => {})
  it.skip("error: gone")
  it.each([
    ['a)', ')'],
    [call(1), /* ) */ 2],
  ] as const)('param: %s gives %s', () => {})
  it.each\`x\`
  test.describe('a group', () => {})
  submit('no title')
  page.test('no title either')
  `,
]

const map = `
# Coverage
- The first line
  - \`behavior: it's here\` in a file
  - \`npm run size\`
- The second line
`

describe('coverage', () => {
  it('behavior: titles are read as they are written, tables included', () => {
    expect(tests.flatMap(titlesOf).sort()).toEqual([
      "behavior: it's here",
      'error: gone',
      'param: %s gives %s',
    ])
  })

  it('behavior: a line with nothing below it is complained about', () => {
    expect(coverageProblems(readCoverage(map), { tests, scripts: ['size'] })).toEqual([
      'docs/coverage.md:6 nothing proves: The second line',
    ])
  })

  it.each([
    ['behavior: it is here', false],
    ['param: %s gives %s', true],
    ['npm run nothing', false],
    ['npm test', true],
  ])('param: the proof %s exists: %s', (proof, exists) => {
    const lines = readCoverage(`- Line\n  - \`${proof}\``)
    expect(coverageProblems(lines, { tests, scripts: ['test'] })).toHaveLength(exists ? 0 : 1)
  })
})
