//! Words: what happens in sentences, why an order is refused, orders and answers.

use crate::Dixie;
use crate::report::Present;

impl Present for Dixie {}
