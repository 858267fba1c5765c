import { expect, it } from 'vitest'
import { keysIn, unreadKeys } from './message-keys.ts'

it('behavior: a text that nothing says is found; one whose name is put together is read', () => {
  const keys = ['common.back', 'sessions.active', 'sessions.none-active', 'send.old', 'swap.new']
  expect(
    unreadKeys(keys, ["t('common.back')", `t(\`sessions.\${status}\`)`, `t(\`sessions.none-\${status}\`)`]),
  ).toEqual(['send.old', 'swap.new'])
  expect(unreadKeys(keys, [])).toEqual(keys)
})

it('behavior: a template that is no name reads nothing', () => {
  expect(unreadKeys(['send.old'], [`\`send.old \${amount}\``, `\`\${all}\``, "'send.older'"])).toEqual([
    'send.old',
  ])
})

it('behavior: the keys of a file of texts are its members, plurals and long ones too', () => {
  const text =
    "export const x = {\n  // 'a.b': no\n  'a.b': 'One',\n  'a.c':\n    'Two',\n  'a.d': { one: '1', other: '2' },\n}"
  expect(keysIn(text)).toEqual(['a.b', 'a.c', 'a.d'])
})
