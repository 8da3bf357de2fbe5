import { Pool } from "undici";

// A client in a process of its own: it is given what to ask for, and returns how long it took.
interface Order {
  origin: string;
  paths: string[];
  headers: Record<string, string>;
  requests: number;
}

// Enough connections that neither side ever waits for the other.
const lanes = 256;

process.on("message", (order: Order) => {
  void (async () => {
    const pool = new Pool(order.origin, { connections: lanes });
    const began = performance.now();
    let sent = 0;
    const lane = async () => {
      while (sent < order.requests) {
        const path = order.paths[sent++ % order.paths.length] ?? "/";
        const { statusCode, body } = await pool.request({ path, method: "GET", headers: order.headers });
        await body.dump();
        if (statusCode !== 200) throw new Error(`${path} answers ${statusCode}`);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    const milliseconds = performance.now() - began;
    await pool.close();
    process.send?.({ milliseconds });
  })();
});
