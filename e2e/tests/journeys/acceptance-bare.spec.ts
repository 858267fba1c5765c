/**
 * An operator deploys, and visitors use, the packed files on a bare Debian 12 with Node, by the unchanged commands of
 * docs/deploy.md, with Debian's apt, systemd and Caddy. Needs root, and ports 80, 443, 3000 and 8787. Local chains replace
 * the main nets, as in `acceptance-deployed.spec.ts`.
 */
import { expect, test } from '@playwright/test'
import { openBareSite } from '../../deploy/bare-site.ts'
import { request } from '../../deploy/https-client.ts'
import { readStack } from '../../stack/stack-file.ts'
import { createVisit, newBuyer } from '../shop-visit.ts'
import { createWorld } from '../world.ts'

/** Account on Ethereum, used by this test only. */
const buyer = newBuyer()
const account = 'bare-visit'

test('packed server › on a bare Debian, by systemd behind Caddy › serves visitors', {
  tag: '@long',
}, async () => {
  test.skip(process.getuid?.() !== 0, 'needs root')
  test.setTimeout(600_000)
  const stack = readStack()
  const world = createWorld(stack, 'bare')
  const site = await openBareSite({ stack, funded: [account] })
  try {
    const visit = createVisit({ stack, world, chains: site.chains, buyer })
    const [session = ''] = await visit(site.proxy, account)
    await site.commands.shell('sudo systemctl restart drawbridge')
    const me = await request('http://127.0.0.1:8787/auth/v1/me?projectId=shop&st=test&sv=1', {
      headers: { authorization: `Bearer ${session}` },
    })
    expect(me.status).toBe(200)
  } finally {
    await site.close()
  }
})
