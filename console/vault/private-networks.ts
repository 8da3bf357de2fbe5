import { BlockList, isIP } from "node:net";

/** Networks that no partner's application is in: one's own machine, private and link-local networks, and what is reserved (RFC 6890). */
const networks: Record<"ipv4" | "ipv6", readonly string[]> = {
  ipv4: [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
  ],
  // The last four carry addresses of version 4 inside.
  ipv6: [
    "::/96",
    "fc00::/7",
    "fe80::/10",
    "fec0::/10",
    "ff00::/8",
    "100::/64",
    "2001:db8::/32",
    "64:ff9b::/96",
    "64:ff9b:1::/48",
    "2001::/32",
    "2002::/16",
  ],
};

const list = new BlockList();
for (const [family, all] of Object.entries(networks) as ["ipv4" | "ipv6", string[]][])
  for (const network of all) {
    const [address = "", prefix] = network.split("/");
    list.addSubnet(address, Number(prefix), family);
  }

/** Whether an IP address is one's own, private, link-local or reserved; one of version 4 inside version 6 counts as what it is. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, "");
  const family = isIP(plain);
  return family === 0 || list.check(plain, family === 4 ? "ipv4" : "ipv6");
}
