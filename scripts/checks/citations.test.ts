import { describe, expect, it } from 'vitest'
import {
  anchorsOf,
  citationProblems,
  citingText,
  linkProblems,
  numbersPage,
  specificationPage,
} from './citations.ts'

const citable = {
  paths: new Set([numbersPage, 'docs/sdk.md', 'shared/a.ts']),
  pages: new Map([
    [numbersPage, '# Numbers\n\n### D8\n\n### T20\n\n### Test 43\n'],
    [specificationPage, '# Specification\n\n## 4. States\n\n- **4.23** (sign-in flow 1) After connect.\n'],
    ['docs/sdk.md', '# SDK\n\n## The widget as a wallet\n'],
  ]),
}
const problemsIn = (text: string) => citationProblems('shared/a.ts', [text], citable)

describe('citations of comments and titles', () => {
  it.each([
    'as asked (channel D8)',
    'announced twice (channel threat T20)',
    'is a mismatch (test 43)',
    'closes (SPEC §4), in two steps (SPEC §4.23, SPEC §4 sign-in flow 1)',
    'see docs/sdk.md#the-widget-as-a-wallet, EIP-712 and RFC 9110 §10.2.3',
  ])('%s › resolves', (text) => {
    expect(problemsIn(text)).toEqual([])
  })

  it.each([
    ['a decision', 'as asked (channel D9)', 'D9'],
    ['the second of two threats', 'guarded (channel T20, T99)', 'T99'],
    ['a numbered test', 'is a mismatch (test 44)', 'test 44'],
    ['a section of the specification', 'closes (SPEC §5)', 'SPEC §5'],
    ['a rule of the specification', 'closes (SPEC §4.2)', 'SPEC §4.2'],
    ['a step of a flow', 'closes (SPEC §4 sign-in flow 12)', 'SPEC §4 sign-in flow 12'],
    ['a page', 'see reference/other.md', 'reference/other.md'],
    ['a heading of a page', 'see docs/sdk.md#gone', 'docs/sdk.md#gone'],
    ['a section of another document', 'retried once (channel §6.5)', 'channel §6.5'],
  ])('%s that does not exist › reported', (_what, text, cited) => {
    expect(problemsIn(text)).toEqual([`shared/a.ts: cites ${cited}, which is not in the repository`])
  })

  it('code › only comments and test titles are read', () => {
    const source = "/** One\n * (channel D8). */\nconst a = '(T99)' // (T1)\nit('x (test 9)', () => {})\n"
    expect(citingText(source, 'a.test.ts')).toEqual(['/** One (channel D8). */', '// (T1)', 'x (test 9)'])
    expect(citingText(source, 'a.ts')).toHaveLength(2)
  })
})

describe('links of pages', () => {
  it.each([
    ['[x](sdk.md#gone)', 'sdk.md#gone'],
    ['[x](gone.md)', 'gone.md'],
    ['[x](#gone)', '#gone'],
  ])('%s › reported', (text, to) => {
    expect(linkProblems('docs/sdk.md', text, citable)).toEqual([
      `docs/sdk.md: links to ${to}, which is not there`,
    ])
  })

  it('files, headings and URLs › resolve', () => {
    const text = '[a](security-numbers.md#d8) [b](#sdk) [c](../shared/a.ts) [d](https://a.example/x.md)'
    expect(linkProblems('docs/sdk.md', text, citable)).toEqual([])
  })

  it('repeated headings counted, headings in code ignored', () => {
    expect([...anchorsOf('# A b\n\n# A b\n\n```\n# no\n```\n')]).toEqual(['a-b', 'a-b-1'])
  })
})
