import type { ReactNode } from 'react'
import styles from './action-tiles.module.css'

export type ActionTile = {
  id: string
  label: string
  icon: ReactNode
  onPress: () => void
  disabled?: boolean
}

/** Two to four equal actions side by side, such as Send, Receive, Swap and Buy. */
export function ActionTiles({ tiles }: { tiles: readonly ActionTile[] }) {
  return (
    <div className={styles.tiles}>
      {tiles.map((tile) => (
        <button
          key={tile.id}
          type="button"
          className={styles.tile}
          disabled={tile.disabled}
          onClick={tile.onPress}
        >
          {tile.icon}
          {tile.label}
        </button>
      ))}
    </div>
  )
}
