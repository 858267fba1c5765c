import { describe, expect, it } from 'vitest'
import { jsonText } from './json-text.ts'

describe('jsonText', () => {
  it('library adds toJSON to the root prototypes › the text is the data', () => {
    const toJSON = { configurable: true, value: () => 'text' }
    for (const root of [Object.prototype, Array.prototype]) Object.defineProperty(root, 'toJSON', toJSON)
    try {
      expect(jsonText({ params: [{ to: '0x1' }, 1, null, 'a'] })).toBe('{"params":[{"to":"0x1"},1,null,"a"]}')
    } finally {
      for (const root of [Object.prototype, Array.prototype]) Reflect.deleteProperty(root, 'toJSON')
    }
  })

  it('class has its own toJSON › uses it', () => {
    expect(jsonText({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}')
  })
})
