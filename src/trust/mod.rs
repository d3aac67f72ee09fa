//! Keys, signatures, seed chains, dice, commitments and the signing log (`docs/protocol.md` sections 2 to 7).
