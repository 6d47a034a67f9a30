import { parseAbi } from 'viem'

/** What the product asks of a token; a test compares it with what was compiled. */
export const tokenAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function balanceOf(address account) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function transfer(address to, uint256 value) returns (bool)',
])

export const mintAbi = parseAbi([
  'function MINTER_ROLE() view returns (bytes32)',
  'function cap() view returns (uint256)',
  'function hasRole(bytes32 role, address account) view returns (bool)',
  'function mint(address to, uint256 amount)',
  'function totalSupply() view returns (uint256)',
])

/** Of the two test coins: anybody may take some. */
export const takeAbi = parseAbi(['function take(uint256 amount)'])
