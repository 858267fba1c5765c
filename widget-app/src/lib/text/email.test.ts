import { describe, expect, it } from 'vitest'
import { isEmail, parseEmail, suggestedEmails } from './email.ts'

describe('e-mail addresses', () => {
  it.each([
    ['a@b.c', true],
    ['first.last+tag@mail.shop.example', true],
    ['', false],
    ['a', false],
    ['a@b', false],
    ['@b.c', false],
    ['a@b..c', false],
    ['a b@c.d', false],
    ['a@b@c.d', false],
    ['<a@b.c>', false],
    ['mailto:a@b.c', false],
    ['a@b.c,', false],
    ['a@b.c\u200b', false],
    ["o'neil@b.c", true],
    ['jürgen@bücher.example', true],
    [`${'a'.repeat(65)}@b.c`, false],
    [`a@${'b'.repeat(251)}.c`, false],
  ])('%j › is valid: %s', (text, may) => {
    expect(isEmail(text)).toBe(may)
  })

  it.each([
    [' ann@shop.example ', 'ann@shop.example'],
    ['Ann Smith <ann@shop.example>', 'ann@shop.example'],
    ['"Smith, Ann" <ann@shop.example>;', 'ann@shop.example'],
    ['<ann@shop.example>', 'ann@shop.example'],
    ['mailto:ann@shop.example?subject=Hello', 'ann@shop.example'],
    ['ann@shop.example.', 'ann@shop.example'],
    ['(ann@shop.example),', 'ann@shop.example'],
    ['ann@shop.example\u200b', 'ann@shop.example'],
    ['ａｎｎ＠ｓｈｏｐ．ｅｘａｍｐｌｅ', 'ann@shop.example'],
    ['ann@shop。example', 'ann@shop.example'],
    ["o'neil@shop.example", "o'neil@shop.example"],
    ['ann', 'ann'],
  ])('%j › typed or pasted › %j', (typed, email) => {
    expect(parseEmail(typed)).toBe(email)
  })

  it.each([
    ['', []],
    ['ann@hot', ['ann@hotmail.com']],
    ['ann@gmail.com', []],
    ['ann@shop.example', []],
    ['ann smith', []],
  ])('%j › suggests %j', (typed, emails) => {
    expect(suggestedEmails(typed)).toEqual(emails)
  })

  it('name without a domain › suggests every suffix', () => {
    expect(suggestedEmails('ann')).toHaveLength(7)
    expect(suggestedEmails('ann')[0]).toBe('ann@gmail.com')
  })
})
