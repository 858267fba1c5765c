import { describe, expect, it } from 'vitest'
import { searchText } from './search-text.ts'

describe('search text', () => {
  it.each([
    ['MetaMask', 'metamask'],
    [' meta mask ', 'metamask'],
    ['ＭｅｔａＭａｓｋ', 'metamask'],
    ['meta\u200bmask', 'metamask'],
    ['LİNK', 'link'],
    ['lınk', 'link'],
    ['Café', 'cafe'],
    ['Cafe\u0301', 'cafe'],
    ['محفظة', 'محفظة'],
    ['مُحفظة', 'محفظة'],
    ['', ''],
  ])('typed › %j › compared as %j', (typed, compared) => {
    expect(searchText(typed)).toBe(compared)
  })
})
