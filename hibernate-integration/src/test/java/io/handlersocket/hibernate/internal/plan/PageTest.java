// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageTest {

    @Test
    void givesTheRowsBehindThoseSkipped() {
        assertThat(new Page(1, 2).of(List.of(1, 2, 3, 4))).containsExactly(2, 3);
        assertThat(new Page(5, 2).of(List.of(1, 2, 3, 4))).isEmpty();
        assertThat(Page.ALL.of(List.of(1, 2))).containsExactly(1, 2);
    }

    @Test
    void readsWhatItSkipsToo() {
        assertThat(new Page(3, 4).read()).isEqualTo(7);
    }

    @Test
    void isNotEverythingWhereRowsAreSkipped() {
        Page behind = new Page(5, Long.MAX_VALUE);
        assertThat(behind.isAll()).isFalse();
        assertThatThrownBy(behind::read).isInstanceOf(LeftToJdbcException.class);
    }
}
