import { describe, expect, it } from 'vitest'
import { parseCode } from './one-time-code.ts'

describe('parseCode', () => {
  it.each([
    ['123456', '123456'],
    [' 123456\n', '123456'],
    ['123 456', '123456'],
    ['1 2 3 4 5 6', '123456'],
    ['123-456', '123456'],
    ['123–456', '123456'],
    ['123\u200b456', '123456'],
    ['１２３４５６', '123456'],
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳۴۵۶', '123456'],
    ['G-482913', '482913'],
    ['Your code is 482913. It expires in 10 minutes.', '482913'],
    ['Your code is 482 913. It expires in 10 minutes.', '482913'],
    ['482913 is your code. Enter 482913.', '482913'],
    ['Order 12: your code is 482913', '482913'],
    ['验证码482913，10分钟内有效', '482913'],
    ['رمزك هو ٤٨٢٩١٣، صالح ٢٠ دقيقة', '482913'],
  ])('code › %j typed or pasted › %s', (typed, digits) => {
    expect(parseCode(typed)).toEqual({ is: 'code', digits })
  })

  it.each(['', ' ', '12', '12345', '123-', '١٢'])('code › %j typed › incomplete', (typed) => {
    expect(parseCode(typed)).toEqual({ is: 'incomplete' })
  })

  it.each([
    ['12482913', 'too-long'],
    ['1234567', 'too-long'],
    ['123 456 7', 'too-long'],
    ['12 482913', 'too-long'],
    ['١٢٣٤٥٦٧', 'too-long'],
    ['Your code is 482913, not 123456', 'too-long'],
    ['Code: 12482913', 'too-long'],
    ['Call 482 913 7000', 'too-long'],
    ['You paid 482913.50', 'too-long'],
    ['On 2026-482913', 'too-long'],
    ['0x482913ab', 'too-long'],
    ['code', 'not-digits'],
    ['12345a', 'not-digits'],
    ['1234.56', 'not-digits'],
    ['Order 12, code 3456', 'not-digits'],
    ['abc482913def', 'not-digits'],
    // Digits of two scripts that cannot be mixed.
    ['1234৫৬', 'not-digits'],
    ['1'.repeat(200), 'too-long'],
  ])('code › %j typed or pasted › problem: %s', (typed, problem) => {
    expect(parseCode(typed)).toEqual({ is: 'problem', problem })
  })
})
