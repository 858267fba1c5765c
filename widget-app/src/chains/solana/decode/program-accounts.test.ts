import { expect, it } from 'vitest'
import { systemProgram, tokenProgram } from '../programs.ts'
import { inContext, scriptedNode } from '../testing/scripted-node.ts'
import { accountJson, alice, bob, network, thief, vault } from '../testing/unit-world.ts'
import { programAccountsAmong } from './program-accounts.ts'

const { signal } = new AbortController()

const among = (respond: (names: readonly unknown[]) => readonly unknown[]) => {
  const { openRpc } = scriptedNode({
    getMultipleAccounts: ([names]) => inContext(respond(Array.isArray(names) ? names : [])),
  })
  return programAccountsAmong(openRpc(network), [alice, bob, vault, thief], signal)
}

it('C1 › recipients › accounts of a program only, not new or plain ones', async () => {
  const state: Readonly<Record<string, unknown>> = {
    [alice]: accountJson(1, systemProgram, new Uint8Array()),
    [vault]: accountJson(1, tokenProgram, new Uint8Array(165)),
    [thief]: accountJson(1, bob, new Uint8Array(8)),
  }
  expect(await among((names) => names.map((name) => state[String(name)] ?? null))).toEqual([vault, thief])
})

it('C5 › node returns fewer accounts than requested › rejects', async () => {
  await expect(among((names) => names.slice(1).map(() => null))).rejects.toThrow(TypeError)
})
