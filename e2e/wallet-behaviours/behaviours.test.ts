import { beforeAll, describe, expect, it } from 'vitest'
import { isInRotation, rotationSetting } from '#shared/testing/rotation.ts'
import { lazyTexts } from '#widget/i18n/lazy-messages.ts'
import { titleOf } from './behaviour.ts'
import { outcomeOf } from './outcomes.ts'
import { behaviours } from './table.ts'
import { loadAdapters } from './world.ts'

const share = { of: 10 }

console.log(`wallet behaviours: ${rotationSetting}`)

// A row counts turns of the event loop: load all modules before.
beforeAll(loadAdapters)

describe('wallet that deviates from its standard', () => {
  it.each(
    behaviours.filter((_row, index) => isInRotation(index, share)).map((row) => [titleOf(row), row] as const),
  )('%s', async (_title, row) => {
    expect(await outcomeOf(row)).toBe(row.expected)
  })

  it('row › ends with a message › the message has a next step', () => {
    const sentences = new Set(
      behaviours.flatMap(({ expected }) => (expected.startsWith('connecting.') ? [expected] : [])),
    )
    // The hint includes its next step.
    const ids = [...sentences].flatMap((id) => (id === 'connecting.hint' ? [id] : [id, `${id}-text`]))
    expect(ids.filter((id) => !Object.hasOwn(lazyTexts, id))).toEqual([])
  })

  it('rows › unique titles, and cover three ecosystems', () => {
    expect(new Set(behaviours.map(titleOf)).size).toBe(behaviours.length)
    expect(new Set(behaviours.map(({ ecosystem }) => ecosystem)).size).toBe(3)
  })
})
