import { expect, it } from 'vitest'
import { keysIn, unusedKeys } from './message-keys.ts'

it('unused message › found; one used by a template is not', () => {
  const keys = ['common.back', 'sessions.active', 'sessions.none-active', 'send.old', 'swap.new']
  expect(
    unusedKeys(keys, ["t('common.back')", `t(\`sessions.\${status}\`)`, `t(\`sessions.none-\${status}\`)`]),
  ).toEqual(['send.old', 'swap.new'])
  expect(unusedKeys(keys, [])).toEqual(keys)
})

it('template that is not a key › uses no message', () => {
  expect(unusedKeys(['send.old'], [`\`send.old \${amount}\``, `\`\${all}\``, "'send.older'"])).toEqual([
    'send.old',
  ])
})

it('keys of a file of messages › its members, plurals and long ones too', () => {
  const text =
    "export const x = {\n  // 'a.b': no\n  'a.b': 'One',\n  'a.c':\n    'Two',\n  'a.d': { one: '1', other: '2' },\n}"
  expect(keysIn(text)).toEqual(['a.b', 'a.c', 'a.d'])
})
