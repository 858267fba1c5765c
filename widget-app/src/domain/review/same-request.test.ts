import { describe, expect, it } from 'vitest'
import { isSameRequest } from './same-request.ts'

const request = (params: readonly unknown[] | object, method = 'm') => ({ method, params })

describe('request comparison', () => {
  it.each([
    ['members in another order', [{ a: 1, b: 2, c: 3 }], [{ c: 3, a: 1, b: 2 }], true],
    ['nested members in another order', { x: { b: null, a: 'q' } }, { x: { a: 'q', b: null } }, true],
    ['another value', [{ a: 1 }], [{ a: 2 }], false],
    ['another text', ['0x1'], ['0x2'], false],
    ['list in another order', [1, 2], [2, 1], false],
    ['list instead of an object', [['a']], [{ 0: 'a' }], false],
    ['null instead of an object', [null], [{}], false],
  ])('%s › decides whether the requests are equal', (_case, one, other, isSame) => {
    expect(isSameRequest(request(one), request(other))).toBe(isSame)
  })

  it('another method › requests differ', () => {
    expect(isSameRequest(request([1]), request([1], 'n'))).toBe(false)
  })
})
