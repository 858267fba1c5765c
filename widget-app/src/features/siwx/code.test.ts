import { expect, it } from 'vitest'
import { codeDigits } from './code.ts'

it.each([
  ['', ''],
  ['12', '12'],
  ['123456', '123456'],
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['123\u200b456', '123456'],
  ['１２３４５６', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳۴۵۶', '123456'],
  ['G-482913', '482913'],
  ['Your code is 482913. It expires in 10 minutes.', '482913'],
  ['Order 12: your code is 482913', '482913'],
  ['12482913', '124829'],
  ['code', ''],
])('code › %j is typed or pasted › %j', (typed, digits) => {
  expect(codeDigits(typed)).toBe(digits)
})
