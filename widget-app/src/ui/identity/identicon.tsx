import { gradientSeed } from './gradient-seed.ts'
import styles from './identicon.module.css'

/** EVM addresses differ in letter case only by their checksum; elsewhere case means another account. */
const canonical = (address: string) => (/^0x[\da-f]+$/i.test(address) ? address.toLowerCase() : address)

/** The same graphic for the same account, everywhere: three blobs of related colours. `size` in px. */
export function Identicon({ address, size = 40 }: { address: string; size?: number }) {
  const text = canonical(address)
  const one = gradientSeed(text)
  const two = gradientSeed(`${text}.`)
  return (
    <span
      className={styles.identicon}
      aria-hidden="true"
      style={{
        '--size': `${size}px`,
        '--hue': one % 360,
        '--step': 40 + ((one >>> 9) % 100),
        '--x1': `${10 + (two % 80)}%`,
        '--y1': `${10 + ((two >>> 8) % 80)}%`,
        '--x2': `${100 - ((two >>> 16) % 80)}%`,
        '--y2': `${(two >>> 23) % 100}%`,
        '--turn': `${(one >>> 20) % 360}deg`,
      }}
    />
  )
}
