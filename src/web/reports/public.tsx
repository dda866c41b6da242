export { RoomBom } from './room-bom.tsx'
