import { describe, expect, it } from 'vitest'
import { configSchema } from './config-schema.ts'
import { expectationOf, itemsOf, membersOf, settingNotes } from './setting.ts'
import { settingGroups, settings, variableOf } from './setting-list.ts'

describe('settings', () => {
  it('variables › follow one rule and are unique, including _FILE', () => {
    expect(variableOf(['walletConnect', 'relayUrl'])).toBe('DRAWBRIDGE_WALLET_CONNECT_RELAY_URL')
    const names = settings.flatMap(({ variable }) => [variable, `${variable}_FILE`])
    expect(new Set(names).size).toBe(names.length)
    expect(names).not.toContain('DRAWBRIDGE_CONFIG')
  })

  it('each setting, group and item member › has a description', () => {
    const described = [...settings, ...settingGroups]
    for (const { key, notes } of described) expect([key, notes.description]).not.toEqual([key, ''])
    for (const { key, schema } of settings)
      for (const [name, member] of membersOf(itemsOf(schema) ?? schema) ?? [])
        expect([key, name, settingNotes.get(member)?.description]).not.toEqual([key, name, undefined])
  })

  it('each setting › has an expectation', () => {
    for (const { key, schema } of settings) expect([key, expectationOf(schema)]).not.toEqual([key, 'a text'])
  })

  it('limits › have units', () => {
    for (const { key, notes } of settings.filter(({ path }) => path[0] === 'limits'))
      expect([key, notes.unit]).not.toEqual([key, undefined])
  })

  it('keys › lead to members of the schema', () => {
    for (const { path } of settings) {
      const end = path.reduce<ReturnType<typeof membersOf> | 'end'>((members, part) => {
        const member = members !== 'end' ? members?.get(part) : undefined
        if (member === undefined) throw new Error(`${path.join('.')} is not in the schema`)
        return membersOf(member) ?? 'end'
      }, membersOf(configSchema))
      expect(end).toBe('end')
    }
  })
})
