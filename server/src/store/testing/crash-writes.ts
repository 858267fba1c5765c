import { parseChainId } from '../../../../shared/caip/chain-id.ts'
import * as z from '../../../../shared/zod.ts'
import type { Stores } from '../../ports/stores/stores.ts'

/** A write that a store acknowledged; `taking`, `spending` and `began` are reported before the call. */
export const reportSchema = z.object({
  did: z.enum([
    ...(['nonce', 'taking', 'taken', 'session', 'name', 'project', 'spending', 'spent'] as const),
    // Of wallets.
    ...(['began', 'stored', 'refused'] as const),
  ]),
  id: z.string(),
})
export type Report = z.output<typeof reportSchema>

/** Number of concurrent writers, so that commits have several writes. */
const writers = 8
const never = Number.MAX_SAFE_INTEGER
const spendingOf = (writer: number) => ({
  projectKey: 'k',
  pci: `writer-${writer}`,
  permission: 0,
  period: 0,
})

/**
 * Writes concurrently until a store rejects, and reports each acknowledged write.
 * @param round creates ids that no other round uses.
 */
export async function writeUntilFailure(
  stores: Stores,
  round: string,
  report: (report: Report) => void,
): Promise<void> {
  await Promise.allSettled(
    Array.from({ length: writers }, async (_, writer) => {
      for (let iteration = 0; ; iteration++)
        await writeOnce(stores, `${round}-${writer}-${iteration}`, writer, report)
    }),
  )
}

async function writeOnce(
  { signIns, names, projects, smartSessions }: Stores,
  id: string,
  writer: number,
  report: (report: Report) => void,
): Promise<void> {
  const addOwned = { tokenHash: id, projectKey: 'k', expiresAtMs: never }
  await signIns.addNonce({ ...addOwned, nonce: id })
  report({ did: 'nonce', id })
  if (id.endsWith('0') || id.endsWith('5')) {
    report({ did: 'taking', id })
    if ((await signIns.consumeNonce(id, 0)) === undefined) throw new Error('An acknowledged nonce is gone')
    report({ did: 'taken', id })
  }
  const message = {
    accountAddress: id,
    chainId: parseChainId('eip155:1'),
    domain: 'a.example',
    uri: 'https://a.example',
    version: '1',
    nonce: id,
  }
  await signIns.addSession({ ...addOwned, message, email: undefined })
  report({ did: 'session', id })
  const accounts = [{ coinType: 60, address: id }]
  const name = { registry: 'main', name: id, accounts, avatar: undefined, createdAtMs: 0 }
  if ((await names.register(name)) === 'registered') report({ did: 'name', id })
  const project = {
    ...{
      key: id,
      id,
      name: id,
      allowedOrigins: [],
      acceptsDefaultOrigins: false,
      features: [],
      isAnalyticsEnabled: false,
    },
    ...{ walletConnect: {}, nameRegistry: 'main', createdAtMs: 0 },
  }
  if (await projects.add(project)) report({ did: 'project', id })
  report({ did: 'spending', id: `${writer}` })
  if (await smartSessions.spend(spendingOf(writer), 1n, 2n ** 255n)) report({ did: 'spent', id: `${writer}` })
}

/** What a reopened database lacks of the acknowledged writes, or has in excess: an empty list if it is complete. */
export async function findLosses(stores: Stores, reports: readonly Report[]): Promise<readonly string[]> {
  const idsOf = (did: Report['did']) => reports.filter((report) => report.did === did).map(({ id }) => id)
  const losses: string[] = []
  const check = async (did: string, ids: readonly string[], isThere: (id: string) => Promise<boolean>) => {
    for (const id of ids) if (!(await isThere(id))) losses.push(`${did} ${id}`)
  }
  const { signIns, names, projects } = stores
  await check('session', idsOf('session'), async (id) => (await signIns.findSession(id, 0)) !== undefined)
  await check('name', idsOf('name'), async (id) => (await names.find('main', id)) !== undefined)
  await check('project', idsOf('project'), async (id) => (await projects.find(id, 0))?.key === id)
  await check('taken nonce', idsOf('taken'), async (id) => (await signIns.consumeNonce(id, 0)) === undefined)
  return losses
}
