/** A certificate for loopback, and the certificate of the authority that signed it. */
export interface Certificate {
  key: string;
  cert: string;
  ca: string;
}

/** Makes a new authority, and a certificate that it signs. */
export async function createCertificate(hosts: readonly string[]): Promise<Certificate> {
  const { generate } = await import("selfsigned");
  const common = { keyType: "ec", algorithm: "sha256" } as const;
  const authority = await generate([{ name: "commonName", value: "assay sandbox CA" }], {
    ...common,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const altNames = hosts.map((host) =>
    /^[\d.]+$|:/.test(host) ? ({ type: 7, ip: host } as const) : ({ type: 2, value: host } as const),
  );
  const server = await generate([{ name: "commonName", value: "assay sandbox" }], {
    ...common,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [{ name: "subjectAltName", altNames }],
  });
  return { key: server.private, cert: server.cert, ca: authority.cert };
}
