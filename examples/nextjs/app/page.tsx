import { Wallet } from './wallet.tsx'

export default function Page() {
  return (
    <main>
      <h1>Tidewater Coffee</h1>
      <Wallet />
    </main>
  )
}
