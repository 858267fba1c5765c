import { describe, expect, it } from 'vitest'
import { rowNodes } from './row-nodes.ts'

const text = (nodes: ReturnType<typeof rowNodes>) => nodes.map(({ key, id }) => `${key}${id}`).join(' ')
const from = (displayedIds: string) =>
  displayedIds.split(' ').map((node) => ({ key: Number(node[0]), id: node[1] ?? '' }))

describe('rowNodes', () => {
  it.each<[string, string, string, boolean, string]>([
    ['at rest what comes has a node of its own', '1a 2b 3c', 'bcd', false, '2b 3c 4d'],
    ['at rest the order is that of the list', '4d 2b 3c', 'bcd', false, '2b 3c 4d'],
    ['running down what comes takes the node of what left', '1a 2b 3c', 'bcd', true, '1d 2b 3c'],
    ['running up too', '1d 2b 3c', 'abc', true, '1a 2b 3c'],
    ['all at once', '1a 2b 3c', 'xyz', true, '1x 2y 3z'],
    ['a row which stays, such as that of the focus, keeps its node', '1a 2b 3c', 'axy', true, '1a 2x 3y'],
    ['where more come than left, the rest are new', '1a 2b', 'bcde', true, '1c 2b 3d 4e'],
    ['where fewer come, nodes go', '1a 2b 3c', 'cd', true, '1d 3c'],
  ])('%s', (_, before, ids, isRunning, after) => {
    expect(text(rowNodes(from(before), [...ids], isRunning))).toBe(after)
  })
})
