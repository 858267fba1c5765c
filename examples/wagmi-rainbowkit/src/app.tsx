import { ConnectButton } from '@rainbow-me/rainbowkit'
import { useState } from 'react'
import { BaseError, UserRejectedRequestError } from 'viem'
import { useAccount, useAccountEffect, useDisconnect, useSignMessage } from 'wagmi'

/** RainbowKit's button connects; with an account, buttons sign and disconnect. */
export function App() {
  const { address, connector } = useAccount()
  const { disconnect } = useDisconnect()
  const { signMessage, data: signature, error } = useSignMessage()
  const [lastEvent, setLastEvent] = useState('none')
  useAccountEffect({
    onConnect: () => setLastEvent('connect'),
    onDisconnect: () => setLastEvent('disconnect'),
  })

  return (
    <main>
      <h1>Tidewater Coffee</h1>
      <ConnectButton showBalance={false} />
      {address !== undefined && (
        <>
          <p>
            {connector?.name}: <code>{address}</code>
          </p>
          <button type="button" onClick={() => signMessage({ message: 'Two coffees' })}>
            Sign message
          </button>
          <button type="button" onClick={() => disconnect()}>
            Disconnect
          </button>
        </>
      )}
      <p role="status">{error ? errorText(error) : signature}</p>
      <p>Last event: {lastEvent}</p>
    </main>
  )
}

/** What to show for an error of wagmi: viem wraps the wallet's error, whose class stands for its code. */
function errorText(error: Error): string {
  const isRejected =
    error instanceof BaseError && error.walk((cause) => cause instanceof UserRejectedRequestError) !== null
  return isRejected ? 'Request cancelled.' : 'The request failed.'
}
