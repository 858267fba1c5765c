import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { root } from '../project-files.ts'
import { quoteProblems } from './quotes.ts'
import { type Snippet, snippetFiles, snippetProblems, snippetsOf } from './snippets.ts'

/** A program of the files in memory, without the libraries of the language. */
function programOf(files: ReadonlyMap<string, string>): ts.Program {
  const host = ts.createCompilerHost({})
  host.getSourceFile = (name, version) => ts.createSourceFile(name, files.get(name) ?? '', version, true)
  host.fileExists = (name) => files.has(name)
  return ts.createProgram([...files.keys()], { noLib: true, types: [] }, host)
}

const problemsOf = (snippets: readonly Snippet[]) => {
  const files = new Map(snippetFiles(snippets))
  // The names that all blocks may use are typed by the SDK, which is not among the files.
  files.set(`${root}docs/snippet-globals.ts`, '')
  return snippetProblems(programOf(files), snippets)
}

describe('snippetsOf', () => {
  it('page › TypeScript blocks with their lines, no other languages', () => {
    const page = '# A\n\n```ts\nlet a = 1\n```\n\n```sh\nls\n```\n\n```tsx\n<a />\n```\n'
    expect(snippetsOf('docs/a.md', page)).toEqual([
      { page: 'docs/a.md', line: 3, language: 'ts', code: 'let a = 1\n' },
      { page: 'docs/a.md', line: 11, language: 'tsx', code: '<a />\n' },
    ])
  })

  it('block marked as a fragment › left out', () => {
    expect(snippetsOf('docs/a.md', '```ts fragment\n…\n```\n')).toEqual([])
  })
})

describe('snippetProblems', () => {
  it('block that does not compile › page and line of the error', () => {
    const code = 'const one = 1\nconst two: 2 = one\n'
    expect(problemsOf([{ page: 'docs/a.md', line: 7, language: 'ts', code }])).toEqual([
      "docs/a.md:9 Type '1' is not assignable to type '2'.",
    ])
  })

  it('two blocks › names of one do not reach the other', () => {
    const block = { page: 'docs/a.md', language: 'ts', code: 'const one = 1\n' } as const
    expect(
      problemsOf([
        { ...block, line: 1 },
        { ...block, line: 9 },
      ]),
    ).toEqual([])
  })
})

describe('quoteProblems', () => {
  const page = '```console\nDrawbridge: the widget at https://w.example is gone\n```\n'

  it('text with an example › found in a source with a placeholder', () => {
    expect(quoteProblems('docs/a.md', page, ['`Drawbridge: the widget at $origin is gone`'])).toEqual([])
  })

  it('text that changed in the source › page, line and part', () => {
    expect(quoteProblems('docs/a.md', page, ['`Drawbridge: the widget at $origin is away`'])).toEqual([
      'docs/a.md:2 quotes “is gone”, which no source has',
    ])
  })
})
