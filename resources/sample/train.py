# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Train the sample model on the CPU.  python train.py WORK_FOLDER OUT_FOLDER

Matrices inside the layers are trained with Muon (momentum, then an orthogonal
update); the embedding, the output head and the norms with AdamW. The learning
rate warms up, stays, and falls linearly to zero, counted in steps or, with
--minutes, by the clock. Windows are 256 tokens at first and 512 at the end.
Each worker process takes a share of every batch on one core; their gradients
meet in shared memory. A run goes on from WORK_FOLDER/checkpoint.pt if it exists.
"""

import argparse
import itertools
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.multiprocessing as mp
import torch.nn.functional as F

from model import Llama, save

SEED = 20240607
WARMUP = 100
CLIP = 1.0


def arguments():
    a = argparse.ArgumentParser()
    a.add_argument("work", type=Path)
    a.add_argument("out", type=Path)
    a.add_argument("--steps", type=int, default=4400)
    a.add_argument("--minutes", type=float, default=0, help="end by the clock instead")
    a.add_argument("--fall", type=float, default=0.6, help="part with a falling rate")
    a.add_argument("--long", type=float, default=0.3, help="part with 512-token windows")
    a.add_argument("--tokens", type=int, default=8192, help="tokens per step")
    a.add_argument("--lr-muon", type=float, default=0.02)
    a.add_argument("--lr-adam", type=float, default=3e-3)
    a.add_argument("--weight-decay", type=float, default=0.1)
    a.add_argument("--every", type=int, default=100, help="steps between checkpoints")
    a.add_argument("--eager", action="store_true", help="compile the 256-token part only")
    a.add_argument("--workers", type=int, default=2)
    return a.parse_args()


def batches(path: Path, length: int, batch: int, seed: int):
    """Endless shuffled windows; each pass over the text starts at a new offset."""
    data = np.fromfile(path, dtype=np.uint16)
    epoch = 0
    while True:
        rng = np.random.default_rng([seed, epoch])
        starts = np.arange(rng.integers(length), len(data) - length, length)
        rng.shuffle(starts)
        for at in range(0, len(starts) - batch + 1, batch):
            rows = [data[s:s + length + 1] for s in starts[at:at + batch]]
            yield torch.from_numpy(np.stack(rows).astype(np.int64))
        epoch += 1


def schedule(step: int, progress: float, fall: float) -> float:
    return max(0.0, min(1.0, (step + 1) / WARMUP, (1 - progress) / fall))


class Exchange:
    """Sums a vector over the workers."""

    def __init__(self, size: int, workers: int, context):
        self.shared = torch.zeros(workers, size).share_memory_()
        self.barrier = context.Barrier(workers)

    def sum(self, rank: int, x):
        self.shared[rank, :len(x)].copy_(x)
        self.barrier.wait()
        total = self.shared[:, :len(x)].sum(0)
        self.barrier.wait()
        return total


def scatter(flat, tensors) -> None:
    for part, t in zip(flat.split([t.numel() for t in tensors]), tensors):
        t.copy_(part.view_as(t))


def orthogonalize(g):
    """Newton-Schulz iteration towards the nearest orthogonal matrix."""
    x = g.bfloat16()
    tall = x.shape[-2] > x.shape[-1]
    if tall:
        x = x.mT
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(5):
        a = x @ x.mT
        x = 3.4445 * x + (-4.7750 * a + 2.0315 * a @ a) @ x
    return (x.mT if tall else x).float()


class Muon(torch.optim.Optimizer):
    """Each worker makes its share of the updates orthogonal."""

    def __init__(self, params, lr, weight_decay, gather, rank, workers, momentum=0.95):
        super().__init__(list(params), dict(lr=lr, momentum=momentum, weight_decay=weight_decay))
        self.gather, self.rank, self.workers = gather, rank, workers

    @torch.no_grad()
    def step(self):
        group, = self.param_groups
        params = sorted(group["params"], key=lambda p: tuple(p.shape))
        updates = []
        for shape, same in itertools.groupby(params, key=lambda p: tuple(p.shape)):
            stack = []
            for p in same:
                state = self.state[p]
                if "momentum" not in state:
                    state["momentum"] = torch.zeros_like(p)
                m = state["momentum"].lerp_(p.grad, 1 - group["momentum"])
                stack.append(p.grad.lerp(m, group["momentum"]))
            stack = torch.stack(stack)
            mine = orthogonalize(stack[self.rank::self.workers])
            stack.zero_()
            stack[self.rank::self.workers] = mine * max(1.0, shape[0] / shape[1]) ** 0.5
            updates.append(stack.flatten())
        flat = self.gather(torch.cat(updates))
        for part, p in zip(flat.split([p.numel() for p in params]), params):
            p.mul_(1 - group["lr"] * group["weight_decay"])
            p.add_(part.view_as(p), alpha=-group["lr"])


@torch.no_grad()
def held_out_loss(net, path: Path, length: int = 512) -> float:
    data = np.fromfile(path, dtype=np.uint16).astype(np.int64)
    losses = []
    for s in range(0, len(data) - length - 1, length):
        x = torch.from_numpy(data[s:s + length + 1])[None]
        with torch.autocast("cpu", torch.bfloat16):
            logits = net(x[:, :-1])
        losses.append(F.cross_entropy(logits.float()[0], x[0, 1:]))
    return torch.stack(losses).mean().item()


def work(rank: int, o, exchange) -> None:
    begin = time.time()
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    net = Llama()
    params = list(net.parameters())
    matrices = [p for p in net.model.layers.parameters() if p.ndim == 2]
    tables = [net.model.embed_tokens.weight, net.lm_head.weight]
    norms = [p for p in params if p.ndim == 1]
    optimizers = [
        Muon(matrices, o.lr_muon, o.weight_decay,
             lambda x: exchange.sum(rank, x), rank, o.workers),
        torch.optim.AdamW([
            dict(params=tables, lr=o.lr_adam, weight_decay=o.weight_decay),
            dict(params=norms, lr=o.lr_adam, weight_decay=0.0),
        ], betas=(0.9, 0.97), eps=1e-10, fused=True),
    ]
    base = [[g["lr"] for g in optimizer.param_groups] for optimizer in optimizers]

    checkpoint = o.work / "checkpoint.pt"
    first, used = 0, {256: 0, 512: 0}
    if checkpoint.exists():
        saved = torch.load(checkpoint)
        first, used = saved["step"], saved.get("used", {256: saved["step"], 512: 0})
        net.load_state_dict(saved["net"])
        for optimizer, state in zip(optimizers, saved["optimizers"]):
            optimizer.load_state_dict(state)

    def loss_of(x):
        with torch.autocast("cpu", torch.bfloat16):
            logits = net(x[:, :-1])
        return F.cross_entropy(logits.float().flatten(0, 1), x[:, 1:].flatten())

    fast = {256: torch.compile(loss_of, dynamic=False)}
    fast[512] = loss_of if o.eager else fast[256]
    feeds = {n: itertools.islice(
        batches(o.work / "train.bin", n, o.tokens // n, SEED + n), used[n], None) for n in used}
    step, mean = first, 0.0
    progress = 0.0 if o.minutes else first / o.steps
    while progress < 1:
        rate = schedule(step, progress, o.fall)
        for optimizer, rates in zip(optimizers, base):
            for group, lr in zip(optimizer.param_groups, rates):
                group["lr"] = lr * rate
        length = 256 if progress < 1 - o.long else 512
        x = next(feeds[length])
        used[length] += 1
        loss = fast[length](x[rank::o.workers].contiguous())
        loss.backward()
        step += 1
        seconds = time.time() - begin
        progress = seconds / 60 / o.minutes if o.minutes else step / o.steps
        news = [loss.item(), 0.0 if rank else progress * o.workers]
        flat = torch.cat([p.grad.flatten() for p in params] + [torch.tensor(news)])
        flat = exchange.sum(rank, flat) / o.workers
        progress = flat[-1].item()  # the first worker's clock
        scatter(flat[:-2], [p.grad for p in params])
        torch.nn.utils.clip_grad_norm_(tables + norms, CLIP)
        for optimizer in optimizers:
            optimizer.step()
        net.zero_grad(set_to_none=True)

        mean += (flat[-2].item() - mean) / min(step - first, 50)
        if rank:
            continue
        if step % 10 == 0 or progress >= 1:
            print(f"step {step} loss {mean:.4f} rate {rate:.3f} {seconds:.0f} s "
                  f"{(step - first) * o.tokens / seconds:.0f} tokens/s", flush=True)
        if step % o.every == 0 or progress >= 1:
            held = held_out_loss(net, o.work / "heldout.bin")
            print(f"step {step} held-out loss {held:.4f} perplexity {math.exp(held):.3f}",
                  flush=True)
            save(net, o.out)
            part = checkpoint.with_suffix(".part")
            torch.save(dict(step=step, used=used, net=net.state_dict(),
                            optimizers=[x.state_dict() for x in optimizers]), part)
            part.replace(checkpoint)


def main() -> None:
    o = arguments()
    size = sum(p.numel() for p in Llama().parameters())
    print(f"{size:,} parameters", flush=True)
    context = mp.get_context("spawn")
    mp.spawn(work, (o, Exchange(size + 2, o.workers, context)), o.workers)


if __name__ == "__main__":
    main()
