// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

/**
 * A version of a row that a transaction tries to commit.
 *
 * @param key of the row; above 0
 * @param version 1 for the key's first write, then one more for each further write, in the order in which the writers
 *     hold the row's lock; a version that is never tried may be left out
 * @param deletes whether the row does not exist afterwards
 * @param partner key of another row that the same transaction writes; {@link Read#NONE} if it writes only this row
 * @param partnerVersion the other row's version
 */
public record Write(long key, long version, boolean deletes, long partner, long partnerVersion) {

    /** A write of one row alone. */
    public static Write alone(long key, long version) {
        return new Write(key, version, false, Read.NONE, Read.NONE);
    }

    /** A deletion. */
    public static Write deletion(long key, long version) {
        return new Write(key, version, true, Read.NONE, Read.NONE);
    }
}
