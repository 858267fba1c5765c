import type { LibraryDapp } from './library-dapp.ts'

/** Takes what a component can do, anew after every render. */
export type ExposeDapp = (dapp: LibraryDapp) => void

/** The dApp of a library of hooks: whatever its component handed out last, from its first time on. */
export function exposeDapp(render: (hand: ExposeDapp) => void): Promise<LibraryDapp> {
  return new Promise((resolve) => {
    let latest: LibraryDapp | undefined
    const now = () => {
      if (latest === undefined) throw new Error('Nothing was rendered yet')
      return latest
    }
    render((dapp) => {
      const isFirst = latest === undefined
      latest = dapp
      if (!isFirst) return
      const { signTypedData, switchChain } = dapp
      resolve({
        connect: () => now().connect(),
        disconnect: async () => now().disconnect?.(),
        signMessage: (message) => now().signMessage(message),
        send: (payment) => now().send(payment),
        call: (payment) => now().call(payment),
        ...(signTypedData && { signTypedData: async () => (await now().signTypedData?.()) ?? '' }),
        ...(switchChain && { switchChain: async (id) => now().switchChain?.(id) }),
      })
    })
  })
}
