//! Sets of vectors of remainders as unions of few products of sets: "4 divides a and b is odd".

/// A product of sets: for each coordinate its possible remainders.
pub type Product = Vec<Vec<u32>>;

/// The most coordinates whose orders are all tried; with more, only their own order is.
const MOST_ORDERED: usize = 4;

/// The vectors as disjoint products of sets of remainders, as few as splitting by one coordinate
/// after the other allows; in the order of their smallest vectors.
pub fn products(vectors: &[Vec<u32>]) -> Vec<Product> {
    let Some(first) = vectors.first() else { return Vec::new() };
    let places: Vec<usize> = (0..first.len()).collect();
    let orders = if places.len() <= MOST_ORDERED { orders(&places) } else { vec![places] };
    let found = orders.into_iter().map(|order| in_order(vectors, &order)).min_by_key(Vec::len);
    let mut found = found.unwrap_or_default();
    found.sort_unstable();
    found
}

/// All orders of the places.
fn orders(places: &[usize]) -> Vec<Vec<usize>> {
    if places.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, &first) in places.iter().enumerate() {
        let others = [&places[..index], &places[index + 1..]].concat();
        all.extend(orders(&others).into_iter().map(|rest| [&[first], &rest[..]].concat()));
    }
    all
}

/// The products from splitting by the remainders of the coordinates in this order: remainders with
/// the same products of the other coordinates are merged.
fn in_order(vectors: &[Vec<u32>], order: &[usize]) -> Vec<Product> {
    let Some((&place, rest)) = order.split_first() else {
        return vectors.first().map(|vector| vec![Vec::new(); vector.len()]).into_iter().collect();
    };
    let mut by_remainder: std::collections::BTreeMap<u32, Vec<Vec<u32>>> = std::collections::BTreeMap::new();
    for vector in vectors {
        by_remainder.entry(vector[place]).or_default().push(vector.clone());
    }
    let mut told: Vec<(Vec<u32>, Vec<Product>)> = Vec::new();
    for (remainder, vectors) in by_remainder {
        let after = in_order(&vectors, rest);
        match told.iter_mut().find(|(_, known)| *known == after) {
            Some((remainders, _)) => remainders.push(remainder),
            None => told.push((vec![remainder], after)),
        }
    }
    let with = |(remainders, products): (Vec<u32>, Vec<Product>)| {
        products.into_iter().map(move |mut product| {
            product[place].clone_from(&remainders);
            product
        })
    };
    told.into_iter().flat_map(with).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_is_told_as_one() {
        let vectors: Vec<Vec<u32>> = vec![vec![0, 1], vec![0, 2], vec![0, 3]];
        assert_eq!(products(&vectors), [vec![vec![0], vec![1, 2, 3]]]);
        // Both orders are tried: the second coordinate first gives two products, the first
        // coordinate first gives three.
        let vectors: Vec<Vec<u32>> = vec![vec![0, 0], vec![1, 0], vec![1, 1], vec![2, 1]];
        assert_eq!(products(&vectors).len(), 2);
        assert!(products(&[]).is_empty());
    }

    #[test]
    fn products_are_the_vectors() {
        for seed in 0..200u32 {
            let all =
                (0..4u32).flat_map(|a| (0..3u32).flat_map(move |b| (0..2u32).map(move |c| vec![a, b, c])));
            let vectors: Vec<Vec<u32>> = all
                .filter(|v| (v[0] * 7 + v[1] * 5 + v[2] * 3 + seed).wrapping_mul(2_654_435_761) >> 30 == 0)
                .collect();
            let mut told: Vec<Vec<u32>> = Vec::new();
            for product in products(&vectors) {
                for &a in &product[0] {
                    for &b in &product[1] {
                        told.extend(product[2].iter().map(|&c| vec![a, b, c]));
                    }
                }
            }
            told.sort_unstable();
            assert_eq!(told, vectors);
        }
    }
}
