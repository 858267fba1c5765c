import { describe, expect, it } from 'vitest'
import { differences } from './compare.ts'
import { chunkDifferences } from './compare-chunks.ts'
import { typeDifferences } from './compare-types.ts'
import { moduleShape } from './module-shape.ts'
import { testDifferences } from './tests.ts'

describe('difference of values', () => {
  it('same members in another order › no difference', () => {
    expect(differences(['a'], { x: 1, y: [1, { z: null }] }, { y: [1, { z: null }], x: 1 })).toEqual([])
  })

  it('new, missing or changed member › one sentence with its path', () => {
    expect(differences(['storage'], { a: { v: 1 }, b: 2 }, { a: { v: 'one' }, c: 3 })).toEqual([
      'storage › a › v was 1 and is "one".',
      'storage no longer has b.',
      'storage has c, which is not in the record.',
    ])
  })

  it('names of a list › compared by number of occurrences', () => {
    expect(differences(['files'], ['a', 'b', 'b'], ['b', 'c'])).toEqual([
      'files no longer has "a".',
      'files has "b" 1 times; the record has it 2 times.',
      'files has "c", which is not in the record.',
    ])
  })

  it('names in another order › difference', () => {
    expect(differences(['enum'], ['a', 'b'], ['b', 'a'])).toEqual([
      'enum has the same names in another order.',
    ])
  })

  it('lists of values › by position, or as a whole if lengths differ', () => {
    expect(differences(['l'], [{ a: 1 }], [{ a: 2 }])).toEqual(['l › 1 › a was 1 and is 2.'])
    expect(differences(['l'], [1], [1, 2])).toEqual(['l was [1] and is [1,2].'])
  })

  it('null, false, zero and an empty object › different', () => {
    const values = [null, false, 0, '', {}, []]
    for (const a of values)
      for (const b of values) expect(differences(['v'], a, b)).toHaveLength(a === b ? 0 : 1)
  })
})

const types = `declare module 'sdk' {
  export { Options }
  export { make }
}

type Options = { readonly a?: Inner; list: Inner[] };
function make(options: Options): Inner;
type Inner = { b: string };
`

describe('difference of public types', () => {
  it('declaration not exported › may have another name', () => {
    expect(typeDifferences(types, types.replaceAll('Inner', 'Detail'))).toEqual([])
  })

  it('members of an object type and of a union in another order › equal', () => {
    const text =
      "declare module 'sdk' { export { O } }\ntype O = { a: 'x' | 'y'; b: { c: string; d: number } };"
    const other =
      "declare module 'sdk' { export { O } }\ntype O = { b: { d: number; c: string; }; a: 'y' | 'x' };"
    expect(typeDifferences(text, other)).toEqual([])
    expect(typeDifferences(text, other.replace("'y' | ", ''))).toHaveLength(1)
  })

  it('exported name changed › difference', () => {
    expect(typeDifferences(types, types.replaceAll('Options', 'Settings'))).toEqual([
      'sdk no longer exports Options.',
      'sdk exports Settings, which is not in the record.',
    ])
  })

  it('declaration reached through another › compared', () => {
    expect(typeDifferences(types, types.replace('b: string', 'b?: string'))).toEqual([
      'The type Inner was `= { b : string ; } ;` and is `= { b ? : string ; }`.',
    ])
  })

  it('one name for two declarations › difference', () => {
    const two = types.replace('list: Inner[]', 'list: Other[]').concat('type Other = { b: string };\n')
    expect(typeDifferences(types, two)).toHaveLength(1)
    expect(typeDifferences(two, types)).toHaveLength(1)
  })

  it('missing entry › reported', () => {
    expect(typeDifferences(types, '')).toEqual(['The entry sdk is gone.'])
    expect(typeDifferences('', types)).toEqual(['The entry sdk is not in the record.'])
  })

  it('global type › compared', () => {
    const global = (type: string) =>
      `declare module 'sdk' {\n  global { interface Window { Sdk?: ${type} } }\n}\n`
    expect(typeDifferences(global('string'), global('string'))).toEqual([])
    expect(typeDifferences(global('string'), global('number'))).toHaveLength(1)
  })
})

const chunk = (modules: Record<string, string>, packages: Record<string, number> = {}) => ({
  modules,
  packages,
})

describe('difference of chunks', () => {
  it('module moved with the same contents › no difference', () => {
    expect(chunkDifferences({ a: chunk({ 'x.ts': '1' }) }, { a: chunk({ 'y/z.ts': '1' }) })).toEqual([])
  })

  it('module changed at its path › no difference', () => {
    expect(chunkDifferences({ a: chunk({ 'x.ts': '1' }) }, { a: chunk({ 'x.ts': '2' }) })).toEqual([])
  })

  it('module in another chunk › one sentence for each chunk', () => {
    const before = { a: chunk({ 'x.ts': '1', 'y.ts': '2' }), b: chunk({ 'z.ts': '3' }) }
    const after = { a: chunk({ 'x.ts': '1' }), b: chunk({ 'z.ts': '3', 'y.ts': '2' }) }
    expect(chunkDifferences(before, after)).toEqual([
      'The chunk a no longer has y.ts.',
      'The chunk b has y.ts, which is not in the record.',
    ])
  })

  it('two modules with the same contents › counted as two', () => {
    expect(
      chunkDifferences({ a: chunk({ 'x.ts': '1', 'y.ts': '1' }) }, { a: chunk({ 'z.ts': '1' }) }),
    ).toEqual(['The chunk a no longer has y.ts.'])
  })

  it('chunk with another file name › compared by its modules', () => {
    const before = { a: chunk({ 'x.ts': '1', 'y.ts': '2' }), b: chunk({ 'z.ts': '3' }) }
    const after = { c: chunk({ 'm.ts': '1', 'n.ts': '2' }), b: chunk({ 'z.ts': '3' }) }
    expect(chunkDifferences(before, after)).toEqual([])
    expect(chunkDifferences(before, { b: before.b })).toEqual(['The chunk a is gone.'])
    expect(chunkDifferences({ b: before.b }, before)).toEqual(['The chunk a is not in the record.'])
  })

  it('modules of packages › compared by number', () => {
    expect(chunkDifferences({ a: chunk({}, { viem: 3 }) }, { a: chunk({}, { viem: 4 }) })).toEqual([
      'chunk › a › modules of packages › viem was 3 and is 4.',
    ])
  })
})

describe('shape of a module', () => {
  const shape = (text: string, path = 'a.tsx') => moduleShape(path, text)
  const before = `import { a } from './a.ts'\n/** Why. */\nexport const f = (b: number) => ({ a, b: b + 1, c: <p>{'x'}</p> })\n`

  it('other names, comments, imports and positions › same shape', () => {
    const after = `import { z } from '#widget/z.ts'\nexport const g = (y: number) => ({ z: z, y: y + 1, w: <p>{'x'}</p> })\n`
    expect(shape(after)).toBe(shape(before))
  })

  it.each([
    ['a number', '+ 1', '+ 2'],
    ['a text', "'x'", "'y'"],
    ['an operator', 'b + 1', 'b - 1'],
    ['a keyword', 'const f', 'let f'],
    ['a member more', 'b: b + 1', 'd: 1, b: b + 1'],
  ])('%s › another shape', (_what, from, to) => {
    expect(shape(before.replace(from, to))).not.toBe(shape(before))
  })

  it('destructured member under another name › same shape', () => {
    expect(shape('const { a: b } = c')).toBe(shape('const { a } = c'))
  })

  it('prefix operator › another shape', () => {
    expect(shape('export const f = !a')).not.toBe(shape('export const f = -a'))
  })

  it('file that is not TypeScript › shape of its text', () => {
    expect(shape('.a {}', 'a.css')).not.toBe(shape('.b {}', 'a.css'))
  })
})

describe('difference of test counts', () => {
  it('more tests › no difference; fewer tests › one', () => {
    const counts = (unit: number, playwright: number) => ({ vitest: { unit }, playwright })
    expect(testDifferences(counts(2, 2), counts(3, 4))).toEqual([])
    expect(testDifferences(counts(2, 2), counts(1, 1))).toEqual([
      'unit has 1 test titles; the record has 2.',
      'Playwright has 1 test titles; the record has 2.',
    ])
  })
})
