import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  deferredResponse,
  embeddedWorld,
  testToken,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { limitToken, securedAccount, settingsRoutes, testLimits } from '../testing/settings-server.ts'
import { LimitRows } from './limit-rows.tsx'

afterEach(cleanup)

const usdc = { 'eip155:1': [[limitToken, 'USDC', 6, 'USD Coin']] }
const [shop, games] = testLimits
const shopRemoval = 'Remove the limit for shop.example (Chrome on macOS): 5.5 of 20 USDC used on Ethereum'

async function renderRows(server: Parameters<typeof settingsRoutes>[0], bundledTokens: unknown = usdc) {
  const world = embeddedWorld(settingsRoutes(server), { bundledTokens })
  await world.store.set(startEmbeddedSessionAtom, { token: testToken, account: securedAccount })
  const { container } = render(
    <StoreProvider store={world.store}>
      <LimitRows />
    </StoreProvider>,
  )
  const click = async (name: string) => {
    const button = await screen.findByRole('button', { name })
    await act(async () => button.click())
  }
  const listCalls = () => world.urls.filter((url) => url.includes('/spending-limits')).length
  return { ...world, container, click, listCalls }
}

/** A server that lists the shop's limit until it is removed. */
function removableLimits(responses: readonly { readonly status?: number; readonly body?: unknown }[]) {
  let calls = 0
  let isRemoved = false
  return {
    limits: () => ({ body: { limits: isRemoved ? [games] : [shop, games] } }),
    revokeLimit: () => {
      const response = responses[calls] ?? { body: {} }
      calls += 1
      isRemoved = response.status === undefined || response.status === 404
      return response
    },
  }
}

describe('spending limits', () => {
  it('two limits › site, amounts by the decimals of the asset, and device of each', async () => {
    await renderRows({ limits: () => ({ body: { limits: testLimits } }) })
    expect(await screen.findByRole('heading', { name: 'Spending limits' })).toBeTruthy()
    expect(await screen.findByText(/5\.5 of 20 USDC used/)).toBeTruthy()
    expect(screen.getByText(/0 of 0\.05 ETH used/)).toBeTruthy()
    expect(screen.getByText('shop.example')).toBeTruthy()
    expect(screen.getByText('Safari on iPhone')).toBeTruthy()
    expect(screen.getByRole('button', { name: shopRemoval })).toBeTruthy()
    expect(
      screen.getByRole('button', { name: /^Remove the limit for games\.example \(Safari on iPhone\)/ }),
    ).toBeTruthy()
  })

  it('unknown token › base units, no invented decimals', async () => {
    await renderRows({ limits: () => ({ body: { limits: [shop] } }) }, {})
    expect(
      await screen.findByText(/5,500,000 of 20,000,000 base units of an unknown token used on Ethereum/),
    ).toBeTruthy()
  })

  it('loading, or no limit › draws nothing', async () => {
    const { respond, response } = deferredResponse()
    const { container, listCalls } = await renderRows({ limits: () => response })
    await waitFor(() => expect(listCalls()).toBe(1))
    expect(container.innerHTML).toBe('')
    await act(async () => respond({ body: { limits: [] } }))
    expect(container.innerHTML).toBe('')
  })

  it('list fails › says so, and loads it again', async () => {
    let isDown = true
    const limits = () => (isDown ? { status: 400 } : { body: { limits: [shop] } })
    const { click } = await renderRows({ limits })
    await screen.findByText('The spending limits couldn’t be loaded')
    isDown = false
    await click('Try again')
    expect(await screen.findByText('shop.example')).toBeTruthy()
  })

  it.each([200, 404])('removed › status %i › the list is loaded again without it', async (status) => {
    const { click } = await renderRows(removableLimits([status === 200 ? { body: {} } : { status }]))
    await click(shopRemoval)
    await waitFor(() => expect(screen.queryByText('shop.example')).toBeNull())
    expect(screen.getByText('games.example')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('removal fails › says that the limit may still apply, can be repeated', async () => {
    const { click } = await renderRows(removableLimits([{ status: 400 }]))
    await click(shopRemoval)
    expect(await screen.findByText('The limit for shop.example couldn’t be removed')).toBeTruthy()
    expect(screen.getByText(/may still allow payments from Chrome on macOS/)).toBeTruthy()
    expect(screen.getByText('shop.example')).toBeTruthy()
    await click('Try again')
    await waitFor(() => expect(screen.queryByText('shop.example')).toBeNull())
    expect(screen.queryByText('The limit for shop.example couldn’t be removed')).toBeNull()
  })
})
