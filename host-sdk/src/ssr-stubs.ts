import { unreachableError } from '../../shared/channel/handshake/handshake.ts'
import type { FrameContainer } from './frame/frame-container.ts'
import type { HostRuntime } from './host-runtime.ts'

type SsrStubs = {
  readonly container: Pick<FrameContainer, 'show' | 'hide' | 'fail'>
  readonly connection: Pick<
    HostRuntime['connection'],
    'call' | 'link' | 'hasFrame' | 'preload' | 'failed' | 'reset'
  >
  readonly discovery: HostRuntime['discovery']
}

const nothing = () => undefined

/** Replaces the host runtime where there is no document (on a server): no wallets, no widget, every call rejects. */
export const ssrStubs: SsrStubs = {
  container: { show: nothing, hide: nothing, fail: nothing },
  connection: {
    call: () => Promise.reject(unreachableError()),
    link: nothing,
    hasFrame: () => false,
    preload: nothing,
    failed: () => Promise.resolve(),
    reset: nothing,
  },
  discovery: { list: () => [], provider: nothing },
}
