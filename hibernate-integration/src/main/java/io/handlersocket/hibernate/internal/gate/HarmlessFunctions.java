// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.util.Set;

/**
 * Names that may precede a parenthesis in a plain read: keywords, and MariaDB's own functions without side effects. A
 * stored function may write and is not among them, so a SELECT that calls one counts as a write.
 */
final class HarmlessFunctions {

    private static final Set<String> KEYWORDS = words("""
            select from where and or xor not in exists any all some on as join by having when then else case
            union except intersect values over using distinct between like limit offset interval partition
            straight_join div end show with is group index key default match against""");

    private static final Set<String> FUNCTIONS = words("""
            concat concat_ws insert substring substr left right length char_length character_length octet_length
            bit_length lower upper lcase ucase trim ltrim rtrim lpad rpad replace locate instr position reverse
            repeat space char ascii ord hex unhex group_concat field elt find_in_set strcmp soundex md5 sha1 sha2 crc32
            regexp_replace regexp_substr regexp_instr json_value json_extract json_query json_contains
            json_object json_array json_length json_unquote json_quote json_exists json_arrayagg json_objectagg
            json_keys json_type json_valid json_depth json_search json_overlaps json_compact json_detailed
            json_loose json_merge json_merge_patch json_merge_preserve json_set json_insert json_replace json_remove
            json_array_append json_array_insert

            count sum min max avg std stddev stddev_pop stddev_samp var_pop var_samp variance bit_and bit_or
            bit_xor abs ceil ceiling floor round truncate mod power pow sqrt exp ln log log10 log2 sign rand pi
            sin cos tan cot asin acos atan atan2 degrees radians greatest least row_number rank dense_rank
            percent_rank cume_dist ntile lag lead first_value last_value nth_value median
            percentile_cont percentile_disc

            now current_timestamp current_date current_time localtime localtimestamp utc_timestamp utc_date
            utc_time sysdate curdate curtime date time timestamp year month day hour minute second microsecond
            quarter week dayofweek dayofmonth dayofyear weekday weekofyear yearweek dayname monthname extract date_add date_sub
            adddate subdate addtime subtime datediff timediff timestampdiff timestampadd date_format time_format
            str_to_date from_unixtime unix_timestamp from_days to_days last_day makedate maketime sec_to_time
            time_to_sec

            coalesce ifnull nullif if isnull cast convert uuid database schema version user current_user
            connection_id last_insert_id row_count found_rows nextval lastval""");

    private HarmlessFunctions() {}

    private static Set<String> words(String text) {
        return Set.of(text.split("\\s+"));
    }

    /**
     * Returns whether a parenthesis after this name calls nothing that writes. After {@code max}, {@code now} and some
     * others, a blank before it makes the name that of a stored function.
     */
    static boolean mayOpen(String name, boolean afterBlank) {
        return KEYWORDS.contains(name) || (!afterBlank && FUNCTIONS.contains(name));
    }
}
