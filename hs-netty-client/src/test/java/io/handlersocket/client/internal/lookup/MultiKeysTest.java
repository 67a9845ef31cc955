// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.internal.lookup.MultiKeys.DistinctNumbers;
import io.handlersocket.client.internal.protocol.LineBuilder;
import io.handlersocket.testkit.Seed;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MultiKeysTest {

    @Test
    void aNumberKeepsThePositionOfItsFirstAddition() {
        Random random = Seed.random(getClass());
        for (int capacity = 1; capacity <= 300; capacity++) {
            DistinctNumbers distinct = new DistinctNumbers(capacity);
            List<Long> expected = new ArrayList<>();
            for (int i = 0; i < capacity; i++) {
                long number = random.nextBoolean() ? random.nextInt(capacity) : random.nextLong();
                if (!expected.contains(number)) {
                    expected.add(number);
                }
                assertThat(distinct.add(number)).isEqualTo(expected.indexOf(number));
            }
        }
    }

    @Test
    void chunksHoldAllNumbersInOrderAndNoMoreThanTheLimit() {
        Set<Long> added = new LinkedHashSet<>();
        DistinctNumbers distinct = new DistinctNumbers(1_000);
        for (long i = 0; i < 1_000; i++) {
            added.add(i * i * i - 500);
            distinct.add(i * i * i - 500);
        }
        StringBuilder all = new StringBuilder();
        for (MultiKeys chunk : distinct.all().chunks(100)) {
            LineBuilder line = new LineBuilder(100);
            for (int i = 0; i < chunk.size(); i++) {
                chunk.addTo(line, i);
            }
            String text = new String(line.tokens(), ISO_8859_1);
            assertThat(text).hasSizeLessThanOrEqualTo(100);
            all.append(text).append('\t');
        }
        for (long number : added) {
            assertThat(all.indexOf(number + "\t")).isZero();
            all.delete(0, Long.toString(number).length() + 1);
        }
        assertThat(all).isEmpty();
    }

    @Test
    void chunksOfBytesCountWhatIsEscaped() {
        MultiKeys keys = new MultiKeys.Encoded(List.of(new byte[] {1, 2}, new byte[] {'a', 'b'}, new byte[40]));

        assertThat(keys.chunks(13)).extracting(MultiKeys::size).containsExactly(2, 1);
        assertThat(keys.chunks(12)).extracting(MultiKeys::size).containsExactly(1, 1, 1);
        assertThat(keys.slice(0, 0).chunks(8)).isEmpty();
    }
}
